import { createHash, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import jwt from 'jsonwebtoken';
import { Pool } from 'pg';
import { answerParent } from './child';
import type { PlainTransaction, ReferenceOptions } from './reference';

/** As many connections as the service has by default. */
const POOL_SIZE = 10;
const LIFETIME_S = 3600;

const SCHEMA = `
create table client (client_id text primary key, permissions jsonb not null, active boolean not null);
create table refresh_token (
  family uuid primary key,
  client_id text not null unique references client,
  generation integer not null,
  token_hash bytea not null,
  rotated_at timestamptz not null
) with (fillfactor = 50);
create table relation (
  id uuid primary key, name text not null, vat text, identifier text, electronic_address text, email text, address jsonb,
  created_at timestamptz not null
);
insert into client select 'client-' || n, '{"document": ["create", "read"]}', true from generate_series(0, 99) n`;

// As the service does it, with names: parsed and planned once per connection.
const UPSERT = {
  name: 'upsert',
  text: `insert into refresh_token (family, client_id, generation, token_hash, rotated_at) values ($1, $2, 0, $3, $4)
    on conflict (client_id) do update set
      family = excluded.family, generation = 0, token_hash = excluded.token_hash, rotated_at = excluded.rotated_at`,
};
const ROTATE = {
  name: 'rotate',
  text: `update refresh_token r set generation = r.generation + 1, token_hash = $4, rotated_at = $5 from client c
    where r.family = $1 and r.generation = $2 and r.token_hash = $3 and c.client_id = r.client_id and c.active
    returning c.client_id, c.permissions`,
};
const INSERT = {
  name: 'insert',
  text: `insert into relation (id, name, vat, identifier, electronic_address, email, address, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/**
 * Plain Express handlers that run only the essential work: no checks, no log, no
 * limits. The service is compared with them.
 */
function referenceApp(pool: Pool, rows: Pool, jwt_secret: string): Express {
  const key = createSecretKey(Buffer.from(jwt_secret));
  const app = express();
  app.post('/auth/token', express.json(), async (req, res) => {
    const { grant_type, client_id, refresh_token } = req.body as Record<string, string>;
    if (grant_type === 'refresh_token') {
      // The statement alone: not even a token is signed.
      const [family, generation] = refresh_token!.split('.');
      const next = newToken(family!, Number(generation) + 1);
      const values = [family, generation, digest(refresh_token!), digest(next), new Date()];
      const { rowCount } = await pool.query({ ...ROTATE, values });
      res.status(rowCount === 1 ? 200 : 401).json({ refresh_token: next });
      return;
    }
    const family = randomUUID();
    const first = newToken(family, 0);
    await pool.query({ ...UPSERT, values: [family, client_id, digest(first), new Date()] });
    const access_token = jwt.sign({ sub: client_id, jti: randomUUID() }, key, { expiresIn: LIFETIME_S });
    res.json({ access_token, token_type: 'bearer', expires_in: LIFETIME_S, refresh_token: first });
  });

  const requestId: RequestHandler = (_req, res, next) => {
    res.setHeader('X-Request-ID', randomUUID());
    next();
  };
  const bearer: RequestHandler = (req, _res, next) => {
    jwt.verify(req.headers.authorization!.slice('Bearer '.length), key, { algorithms: ['HS256'] });
    next();
  };
  app.get('/documents/:id', requestId, bearer, (req, res) => {
    res.json({ id: req.params['id'] });
  });

  app.post('/relations', express.json(), async (req, res) => {
    const { name, vat, identifier, electronic_address, email, address } = req.body as Record<string, unknown>;
    const id = randomUUID();
    await pool.query({
      ...INSERT,
      values: [id, name, vat, identifier, electronic_address, email, address, new Date()],
    });
    res.status(201).json({ id });
  });
  // Runs any given statement: the cost of the database and of a plain response only.
  app.post('/rows', requestId, bearer, express.json(), async (req, res) => {
    const { text, values } = req.body as { text: string; values: unknown[] };
    res.json((await rows.query({ name: digest(text).toString('hex').slice(0, 32), text, values })).rows);
  });
  app.post('/transactions', requestId, bearer, express.json({ limit: '1mb' }), async (req, res) => {
    const { statements, fresh_ids } = req.body as PlainTransaction;
    let values = JSON.stringify(statements.map((statement) => statement.values));
    for (const id of fresh_ids) values = values.replaceAll(id, randomUUID());
    const client = await rows.connect();
    try {
      await client.query('begin');
      for (const [index, one] of (JSON.parse(values) as unknown[][]).entries()) {
        const { text } = statements[index]!;
        await client.query({ name: digest(text).toString('hex').slice(0, 32), text, values: one });
      }
      await client.query('commit');
      res.status(201).json({ id: fresh_ids[0] });
    } finally {
      client.release();
    }
  });
  return app;
}

function newToken(family: string, generation: number): string {
  return `${family}.${generation}.${randomBytes(32).toString('base64url')}`;
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

answerParent<ReferenceOptions, number>(async ({ database_url, rows_url, jwt_secret }) => {
  const connect = (connectionString: string) => {
    const pool = new Pool({ connectionString, max: POOL_SIZE });
    pool.on('error', () => undefined); // the server stops before we do
    return pool;
  };
  const pool = connect(database_url);
  await pool.query(SCHEMA);
  const server = referenceApp(pool, connect(rows_url), jwt_secret).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
});
