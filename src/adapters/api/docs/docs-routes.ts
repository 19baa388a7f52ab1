import { readFile } from 'node:fs/promises';
import path from 'node:path';
import helmet from 'helmet';
import { z } from 'zod';
import type { Request, Response } from '../../http/request';
import { notFound } from '../../http/responses/envelope';
import { PreparedResponse, sendPrepared } from '../../http/responses/prepared-response';
import type { RawRouteSpec } from '../../http/route';
import { guideOf, GUIDES } from './guides';
import { guidePage, referencePage } from './pages';

const A_MINUTE_S = 60;
const A_DAY_S = 86_400;

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

interface File {
  readonly answer: () => Promise<PreparedResponse>;
  readonly max_age_s: number;
}

/** Scalar's reference as one file. Its package has the file, without the many packages that it was built from. */
const scalar = () =>
  path.join(path.dirname(require.resolve('@scalar/fastify-api-reference')), 'js', 'standalone.js');
const asset = (name: string) => () => path.join(__dirname, 'assets', name);

/** The guides and the files of the pages, by name. No other file is served. */
const FILES: ReadonlyMap<string, File> = new Map([
  ...GUIDES.map((name): [string, File] => [name, rendered(() => guidePage(guideOf(name)))]),
  ['docs.css', stored(asset('docs.css'), CSS, A_MINUTE_S)],
  ['theme.js', stored(asset('theme.js'), SCRIPT, A_MINUTE_S)],
  ['reference.js', stored(asset('reference.js'), SCRIPT, A_MINUTE_S)],
  ['adopted-styles.js', stored(asset('adopted-styles.js'), SCRIPT, A_MINUTE_S)],
  ['scalar.js', stored(scalar, SCRIPT, A_DAY_S)],
  ['icon.svg', stored(asset('icon.svg'), 'image/svg+xml', A_DAY_S)],
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

/** `/docs`: the guides, and the OpenAPI description as a page. */
export function docsRoutes(): RawRouteSpec[] {
  const start = rendered(referencePage);
  const tag = 'Interface description';
  return [
    // Not in the interface description: it is for browsers that open the address of the service.
    {
      method: 'get',
      path: '/',
      access: 'public',
      async respond(_req, res) {
        res.writeHead(302, { Location: '/docs', 'Cache-Control': 'no-store' }).end();
      },
    },
    {
      method: 'get',
      path: '/docs',
      operation: {
        id: 'getDocs',
        tag,
        summary: 'Read the guides and this description, and try it',
        description: 'A page for browsers.',
      },
      access: 'public',
      responses: { 200: { description: 'OK', content_types: ['text/html'], is_prepared: true } },
      respond: (req, res) => send(req, res, start),
    },
    {
      method: 'get',
      path: '/docs/:file',
      operation: {
        id: 'getDocsFile',
        tag,
        summary: 'Get a guide, or a file of the pages',
        errors: ['not_found'],
        description:
          'Guides are pages for browsers. The other files are scripts, styles and the icon of the pages.',
      },
      access: 'public',
      params: z.object({ file: z.enum([...FILES.keys()]).describe('The name of the guide or file.') }),
      responses: {
        200: {
          description: 'OK',
          content_types: ['text/html', 'text/css', 'text/javascript', 'image/svg+xml'],
          is_prepared: true,
        },
      },
      async respond(req, res) {
        const file = FILES.get(String(req.params['file']));
        if (!file) throw notFound();
        await send(req, res, file);
      },
    },
  ];
}

async function send(req: Request, res: Response, { answer, max_age_s }: File): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    securityHeaders(req, res, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
  await sendPrepared(req, res, await answer(), max_age_s);
}

/** A page, rendered on its first request and kept. */
function rendered(page: () => string): File {
  let answer: PreparedResponse | undefined;
  return {
    answer: async () => (answer ??= new PreparedResponse(Buffer.from(page()), HTML)),
    max_age_s: A_MINUTE_S,
  };
}

/** A file, read on its first request and kept. */
function stored(file: () => string, content_type: string, max_age_s: number): File {
  let answer: PreparedResponse | undefined;
  return {
    answer: async () => (answer ??= new PreparedResponse(await readFile(file()), content_type)),
    max_age_s,
  };
}
