import request from 'supertest';
import { z } from 'zod';
import { createApp } from '../../src/adapters/http/app';
import { route } from '../../src/adapters/http/route';
import { DomainError } from '../../src/domain/errors';
import { documented, takeFaults } from '../support/documented-answers';
import { SilentLog } from '../support/silent-log';
import { NO_UNITS } from '../support/no-units';

/** The behaviour of the only route. */
let act: () => unknown;

const operation = { id: 'makeThing', tag: 'Things', summary: 'Make a thing' };
const body = z.strictObject({ size: z.int().meta({ override: { maximum: 9 } }) });
const response = z.object({ name: z.string() });
const routes = [
  route({
    ...{ method: 'post', path: '/things', operation, access: 'public', body, response },
    handle: async () => act(),
  }),
];
const authenticate = () => undefined;
const app = documented(
  createApp({ routes, authenticate, log: new SilentLog(), units: NO_UNITS }),
  () => routes,
);

async function faultOf(thing: () => unknown, size = 1): Promise<string> {
  act = thing;
  await request(app).post('/things').send({ size });
  return takeFaults().join();
}

const refuse =
  (...parts: ConstructorParameters<typeof DomainError>) =>
  () => {
    throw new DomainError(...parts);
  };

describe('a response is compared with the interface description when it', () => {
  test.each([
    ['is as described', () => ({ name: 'A thing' }), /^$/],
    ['is refused as described', refuse('validation_error', 'size: too large'), /^$/],
    ['lacks a member', () => ({}), /200: \/ must have required property 'name'/],
    ['has a member of another type', () => ({ name: 1 }), /200: \/name must be string/],
    ['has a header that is not described', () => ({ name: 'A thing', version: 3 }), /200: the header ETag/],
    ['has a status of its own', refuse('not_found', 'No such thing.'), /404: .* has no such status/],
    [
      'has a code of its own',
      refuse('invalid_relation', 'No.'),
      /422: \/error\/code must be equal to one of/,
    ],
    [
      'has details',
      refuse('validation_error', 'No.', { details: [{ a: 1 }] }),
      /422: .*additional properties/,
    ],
  ])('%s', async (_, thing, fault) => {
    expect(await faultOf(thing)).toMatch(fault);
  });

  test('belongs to a request that is described differently', async () => {
    expect(await faultOf(() => ({ name: 'A thing' }), 10)).toMatch(
      /described otherwise: \/size must be <= 9/,
    );
  });

  test('has no operation', async () => {
    await request(app).get('/nowhere').expect(404);
    await request(app).get('/things').expect(404);
    expect(takeFaults()).toEqual([]);
  });
});
