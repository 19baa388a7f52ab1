import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { notFound } from '../http/responses/envelope';
import type { RawRouteSpec } from '../http/route';
import { CONSOLE } from './paths';

const FOLDER = path.join(__dirname, 'assets');

const FILES: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  'pico.css': { file: require.resolve('@picocss/pico/css/pico.min.css'), type: 'text/css' },
  'console.css': { file: path.join(FOLDER, 'console.css'), type: 'text/css' },
  'console.js': { file: path.join(FOLDER, 'console.js'), type: 'text/javascript' },
  'icon.svg': { file: path.join(FOLDER, 'icon.svg'), type: 'image/svg+xml' },
};

interface Asset {
  readonly bytes: Buffer;
  readonly type: string;
  /** The address contains a digest of the content, so that a browser can cache the file without revalidation. */
  readonly address: string;
}

const ASSETS: ReadonlyMap<string, Asset> = new Map(
  Object.entries(FILES).map(([name, { file, type }]) => {
    const bytes = readFileSync(file);
    const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
    return [name, { bytes, type, address: `${CONSOLE}/assets/${name}?v=${digest}` }];
  }),
);

/** @returns the address of a file, for pages */
export function asset(name: string): string {
  const found = ASSETS.get(name);
  if (!found) throw new Error(`There is no asset ${name}.`);
  return found.address;
}

export const assetRoute: RawRouteSpec = {
  method: 'get',
  path: `${CONSOLE}/assets/:name`,
  access: 'public',
  async respond(req, res) {
    const found = ASSETS.get(String(req.params.name));
    if (!found) throw notFound();
    const is_current = req.originalUrl === found.address;
    res.setHeader('Content-Type', `${found.type}; charset=utf-8`);
    res.setHeader('Content-Length', found.bytes.length);
    res.setHeader('Cache-Control', is_current ? 'private, max-age=31536000, immutable' : 'no-cache');
    res.end(found.bytes);
  },
};
