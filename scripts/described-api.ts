import { type OpenApiDocument, openApiDocument } from '../src/adapters/api/openapi/document';
import { MANAGEMENT_API } from '../src/adapters/api/openapi/interfaces';
import { loadConfig } from '../src/config';
import { compose } from '../src/container';
import { API_ROUTES, type Container, get, MANAGEMENT_ROUTES } from '../src/composition/keys';

/** Settings with which the container can be composed; no connection is made. */
const NOWHERE = {
  DATABASE_URL: 'postgres://localhost/nowhere',
  JWT_KEYS: `none:${'x'.repeat(32)}`,
  MANAGEMENT_TOKEN: 'x'.repeat(32),
};

/** The interface description that the service returns, generated from the declarations without starting a service. */
export function describedApi(): OpenApiDocument {
  return openApiDocument(get(composed(), API_ROUTES));
}

/** The description of the management API. */
export function describedManagement(): OpenApiDocument {
  return openApiDocument(get(composed(), MANAGEMENT_ROUTES), undefined, MANAGEMENT_API);
}

function composed(): Container {
  const config = loadConfig(NOWHERE);
  const settings = {
    ...config,
    DATABASE_URL: config.DATABASE_URL!,
    JWT_KEYS: config.JWT_KEYS!,
    MANAGEMENT_TOKEN: config.MANAGEMENT_TOKEN!,
  };
  return compose(settings, new Uint8Array(32));
}
