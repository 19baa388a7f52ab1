import { type OpenApiDocument, openApiDocument } from '../src/adapters/api/openapi/document';
import { loadConfig } from '../src/config';
import { compose } from '../src/container';
import { API_ROUTES, get } from '../src/composition/keys';

/** Settings that let the container be composed; nothing behind them is ever asked for. */
const NOWHERE = {
  DATABASE_URL: 'postgres://localhost/nowhere',
  JWT_KEYS: `none:${'x'.repeat(32)}`,
  MANAGEMENT_TOKEN: 'x'.repeat(32),
};

/** The interface description as the service answers with it, made of the declarations alone: nothing is started. */
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
