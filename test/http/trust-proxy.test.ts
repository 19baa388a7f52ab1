import { sendJson } from '../../src/adapters/http/responses/envelope';
import { isOverTls, remoteNetwork, sourceAddress } from '../../src/adapters/http/connections/source-address';
import type { RawRouteSpec } from '../../src/adapters/http/route';
import { API, get, MANAGEMENT } from '../../src/composition/keys';
import { createDatabase } from '../support/database';
import { type Kit, startKit } from '../support/http-kit';
import { startService } from '../support/service';

/** Returns whether the cookie of the page may be `Secure`. */
const whoami: RawRouteSpec = {
  method: 'get',
  path: '/whoami',
  access: 'public',
  respond: async (req, res) => sendJson(res, 200, { is_secure: isOverTls(req), address: sourceAddress(req) }),
};

/** Returns the address of the caller and the key that its failures are counted by. */
const source: RawRouteSpec = {
  method: 'get',
  path: '/source',
  access: 'public',
  respond: async (req, res) => sendJson(res, 200, [sourceAddress(req), remoteNetwork(req)]),
};

describe('a proxy in front', () => {
  let kit: Kit | undefined;
  afterEach(() => kit?.server.stop(0));

  async function seenBehind(trust_proxy: boolean | undefined): Promise<unknown> {
    kit = await startKit([whoami], trust_proxy === undefined ? {} : { trust_proxy });
    const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': 'forged, 192.0.2.7' };
    return (await fetch(`${kit.address}/whoami`, { headers })).json();
  }

  test('is trusted when TRUST_PROXY is set', async () => {
    expect(await seenBehind(true)).toEqual({ is_secure: true, address: '192.0.2.7' });
  });

  test.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:40001', '203.0.113.7', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7', '2001:db8:0:0::/64'],
    ['[2001:db8::7]:40001', '2001:db8::7', '2001:db8:0:0::/64'],
    ['[2001:db8::7]', '2001:db8::7', '2001:db8:0:0::/64'],
  ])('may add the port to the address of the caller: %s', async (forwarded, address, network) => {
    kit = await startKit([source], { trust_proxy: true });
    const answer = await fetch(`${kit.address}/source`, { headers: { 'X-Forwarded-For': forwarded } });
    expect(await answer.json()).toEqual([address, network]);
  });

  test.each([false, undefined])(
    'is not trusted otherwise (%s): anybody can send these headers',
    async (said) => {
      expect(await seenBehind(said)).toEqual({ is_secure: false, address: '127.0.0.1' });
    },
  );

  test.each(['true', 'false'])('is trusted by both listeners with TRUST_PROXY: %s', async (TRUST_PROXY) => {
    const database = await createDatabase();
    const service = await startService(database.url, { TRUST_PROXY });
    try {
      const settings = [API, MANAGEMENT].map(
        (listener) => get(service.container, listener).state.trust_proxy,
      );
      const is_trusted = TRUST_PROXY === 'true';
      expect(settings).toEqual([is_trusted, is_trusted]);
    } finally {
      await service.close();
      await database.drop();
    }
  });
});
