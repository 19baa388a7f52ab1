# docker build -t invoicing .
#
# The image holds the service alone: a PostgreSQL server is named by DATABASE_URL, and secrets are given when it runs.

FROM node:26.12.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY .swcrc ./
COPY scripts scripts
COPY src src
RUN npm run build

# What the embedded database needs are optional packages: they stay out.
FROM node:26.12.1-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund
# What is in the image, for those who look up known flaws: docker run --rm invoicing cat sbom.cdx.json
COPY scripts/sbom.mjs scripts/
RUN node scripts/sbom.mjs --omit=optional > sbom.cdx.json

FROM node:26.12.1-bookworm-slim
ENV NODE_ENV=production \
    DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/sbom.cdx.json ./
COPY --from=build /app/dist dist
COPY db/migrations db/migrations
COPY docs/guides docs/guides
COPY scripts/health-check.mjs scripts/
COPY package.json LICENSE ./
# A volume takes its owner from the folder that it covers.
RUN install -d -o node -g node -m 0700 /data
VOLUME /data
USER node
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "scripts/health-check.mjs"]
CMD ["node", "dist/main.js"]
