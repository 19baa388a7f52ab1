import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Request, Response } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import { notFound } from '../http/answers/envelope';
import { PreparedAnswer, sendPrepared } from '../http/answers/prepared-answer';
import type { RawRouteSpec } from '../http/route';

const A_MINUTE_S = 60;
const A_DAY_S = 86_400;

/** The interactive documentation page. Script and style are those of Swagger UI. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Invoicing service: API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="icon" type="image/png" href="docs/favicon-32x32.png">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/initializer.js"></script>
  </body>
</html>
`;

/** With `persistAuthorization: false` an access token is kept in the page only, until it is closed. */
const INITIALIZER = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** The files of the page, by name. No other file is served. */
const FILES: ReadonlyMap<string, () => Promise<PreparedAnswer>> = new Map([
  ['swagger-ui.css', library('swagger-ui.css', 'text/css; charset=utf-8')],
  ['swagger-ui-bundle.js', library('swagger-ui-bundle.js', 'text/javascript; charset=utf-8')],
  ['favicon-32x32.png', library('favicon-32x32.png', 'image/png')],
  ['initializer.js', prepared(INITIALIZER, 'text/javascript; charset=utf-8')],
]);

const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
  strictTransportSecurity: false, // the service may run behind a proxy that ends TLS
});

/** `/docs`: the OpenAPI description as a page. */
export function docsRoutes(): RawRouteSpec[] {
  const page = prepared(PAGE, 'text/html; charset=utf-8');
  const tag = 'Interface description';
  return [
    {
      method: 'get',
      path: '/docs',
      operation: {
        ...{ id: 'getDocs', tag, summary: 'Read this description, and try it' },
        description: 'A page for browsers.',
      },
      access: 'public',
      answers: { 200: { description: 'OK', content_types: ['text/html'], is_prepared: true } },
      respond: async (req, res) => answer(req, res, await page(), A_MINUTE_S),
    },
    {
      method: 'get',
      path: '/docs/:file',
      operation: {
        ...{ id: 'getDocsFile', tag, summary: 'Get a file of the page', errors: ['not_found'] },
        description: 'Scripts, styles and the icon of the page.',
      },
      access: 'public',
      params: z.object({ file: z.enum([...FILES.keys()]).describe('The name of the file.') }),
      answers: {
        200: {
          description: 'OK',
          content_types: ['text/css', 'text/javascript', 'image/png'],
          is_prepared: true,
        },
      },
      async respond(req, res) {
        const file = FILES.get(String(req.params['file']));
        if (!file) throw notFound();
        await answer(req, res, await file(), A_DAY_S);
      },
    },
  ];
}

async function answer(
  req: Request,
  res: Response,
  prepared: PreparedAnswer,
  max_age_s: number,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    securityHeaders(req, res, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
  await sendPrepared(req, res, prepared, max_age_s);
}

function prepared(text: string, content_type: string): () => Promise<PreparedAnswer> {
  const answer = new PreparedAnswer(Buffer.from(text), content_type);
  return async () => answer;
}

/** A file of Swagger UI, loaded on first use and cached. */
function library(file: string, content_type: string): () => Promise<PreparedAnswer> {
  let answer: PreparedAnswer | undefined;
  return async () => {
    const folder = path.dirname(require.resolve('swagger-ui-dist/package.json'));
    return (answer ??= new PreparedAnswer(await readFile(path.join(folder, file)), content_type));
  };
}
