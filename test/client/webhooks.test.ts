import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '../../src/adapters/webhooks/signature';
import { verifyWebhook, WebhookError, type WebhookHeaders } from '../../client/webhooks';

const secretOf = (key: Buffer) => `whsec_${key.toString('base64')}`;
const SECRET = secretOf(randomBytes(32));
const ANOTHER = secretOf(randomBytes(32));
const ID = '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e';
const BODY = JSON.stringify({ id: ID, type: 'document.created', data: { number: 'Factuur № 1' } });

/** A request as a sender by the public library makes it. */
function signed({ secrets = [SECRET], age_s = 0, body = BODY } = {}): Record<string, string> {
  const at = new Date(Date.now() - age_s * 1000);
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(ID, at, body)).join(' '),
  };
}
const verifying = (headers: WebhookHeaders, body: string | Uint8Array = BODY, secret = SECRET) => {
  return () => verifyWebhook(headers, body, secret);
};

describe('a webhook that the public library has signed', () => {
  test.each<[string, WebhookHeaders, string | Uint8Array]>([
    ['with the headers of Node and the bytes of the body', signed(), Buffer.from(BODY)],
    ['with the headers of fetch and the text of the body', new Headers(signed()), BODY],
    [
      'with names of headers in capitals',
      Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value])),
      BODY,
    ],
    ['with the signature of another secret first', signed({ secrets: [ANOTHER, SECRET] }), BODY],
    [
      'with signatures of other versions',
      {
        ...signed(),
        'webhook-signature': `v1a,AAAA v2,${signed()['webhook-signature']!.slice(3)} ${signed()['webhook-signature']}`,
      },
      BODY,
    ],
    ['almost five minutes ago', signed({ age_s: 298 }), BODY],
    ['by a clock that is almost five minutes fast', signed({ age_s: -298 }), BODY],
  ])('is accepted %s', (_case, headers, body) => {
    expect(verifyWebhook(headers, body, SECRET)).toEqual(JSON.parse(BODY));
  });

  test('has the same signature by both, for secrets of each length', () => {
    for (let length = 24; length <= 64; length++) {
      const secret = secretOf(randomBytes(length));
      expect(verifying(signed({ secrets: [secret] }), BODY, secret)).not.toThrow();
    }
  });
});

describe('a webhook that the service has signed', () => {
  test('is accepted with each of the secrets that hold', () => {
    const headers = signedHeaders([ANOTHER, SECRET], ID, BODY, new Date());
    for (const secret of [SECRET, ANOTHER]) {
      expect(verifyWebhook(headers, BODY, secret)).toEqual(JSON.parse(BODY));
    }
  });
});

describe('a webhook', () => {
  const [signature] = [signed()['webhook-signature']!];
  test.each<[string, WebhookHeaders, string | Uint8Array]>([
    ['with the signature of another secret', signed({ secrets: [ANOTHER] }), BODY],
    ['with another body', signed(), `${BODY} `],
    ['with one byte of the body changed', signed(), Buffer.from(BODY.replace('1', '2'))],
    ['with the id of another message', { ...signed(), 'webhook-id': `${ID}0` }, BODY],
    [
      'with another timestamp',
      { ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 9) },
      BODY,
    ],
    ['with an empty signature', { ...signed(), 'webhook-signature': 'v1,' }, BODY],
    ['with a part of the signature', { ...signed(), 'webhook-signature': signature.slice(0, -8) }, BODY],
    [
      'with the signature under another version',
      { ...signed(), 'webhook-signature': signature.replace('v1', 'v2') },
      BODY,
    ],
    ['with two joined headers', { ...signed(), 'webhook-signature': `v1,AAAA, ${signature.slice(3)}` }, BODY],
  ])('is refused %s', (_case, headers, body) => {
    expect(verifying(headers, body)).toThrow(new WebhookError('No signature matches.'));
  });

  test.each([
    ['too old', 302],
    ['too far in the future', -302],
  ])('is refused when its timestamp is %s', (_case, age_s) => {
    expect(verifying(signed({ age_s }))).toThrow(
      new WebhookError('The timestamp is more than five minutes off.'),
    );
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('is refused without %s', (name) => {
    for (const value of [undefined, '', ['a', 'b']]) {
      expect(verifying({ ...signed(), [name]: value })).toThrow(
        new WebhookError(`The header ${name} is missing.`),
      );
    }
  });

  test.each(['', 'whsec_', 'whsec_AAAA', 'whsec_!', SECRET.slice(6), `${SECRET}!`])(
    'is not verified with a secret that is none (%s)',
    (secret) => {
      expect(verifying(signed(), BODY, secret)).toThrow('The secret of a webhook is whsec_ and base64.');
    },
  );
});
