import { type OpenApiDocument, openApiDocument } from '../src/adapters/api/openapi/document';
import { loadConfig } from '../src/config';
import { compose } from '../src/container';
import { API_ROUTES, get } from '../src/composition/keys';

/** Settings with which the container can be composed; no connection is made. */
const NOWHERE = {
  DATABASE_URL: 'postgres://localhost/nowhere',
  JWT_KEYS: `none:${'x'.repeat(32)}`,
  MANAGEMENT_TOKEN: 'x'.repeat(32),
};

/** The interface description that the service returns, generated from the declarations without starting a service. */
export function describedApi(): OpenApiDocument {
  const config = loadConfig(NOWHERE);
  const settings = {
    ...config,
    DATABASE_URL: config.DATABASE_URL!,
    JWT_KEYS: config.JWT_KEYS!,
    MANAGEMENT_TOKEN: config.MANAGEMENT_TOKEN!,
  };
  return openApiDocument(get(compose(settings, new Uint8Array(32)), API_ROUTES));
}
