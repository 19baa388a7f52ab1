import {
  batched,
  packedResponses,
  unpackedResponse,
} from '../../../src/adapters/postgres/idempotency/response-batch';

const responseWith = (body: string) => ({ status: 201, headers: { Location: '/things/1' }, body });

test('Each response of a batch is unpacked as it was, with its value in place of its placeholder', () => {
  const bodies = ['{"number":"its number","note":"its number, $& and é"}', '{}', ''];
  const content = packedResponses([
    { response: responseWith(bodies[0]!), placeholder: '"its number"' },
    { response: responseWith(bodies[1]!) },
    { response: responseWith(bodies[2]!) },
  ]);
  const number = '"$&$1-7"';
  expect(unpackedResponse(content, 0, number)).toEqual(
    responseWith('{"number":"$&$1-7","note":"its number, $& and é"}'),
  );
  expect(unpackedResponse(content, 1, number)).toEqual(responseWith('{}'));
  expect(unpackedResponse(content, 2, number)).toEqual(responseWith(''));
});

test('Responses of a batch that are alike take a tenth of their size', () => {
  const alike = Array.from({ length: 16 }, (_, n) => ({
    response: responseWith(
      JSON.stringify({ n, lines: Array.from({ length: 40 }, (_, line) => `line ${line} of it`) }),
    ),
  }));
  const size = alike.reduce((sum, { response: { body } }) => sum + body.length, 0);
  expect(packedResponses(alike).length).toBeLessThan(size / 10);
});

test('A batch has 256 KiB of bodies at most, so that a replay of one unpacks little; a longer body is alone', () => {
  const lengths = [100_000, 100_000, 100_000, 300_000, 10, 10];
  const batches = batched(lengths.map((length) => ({ response: responseWith('x'.repeat(length)) })));
  expect(batches.map((batch) => batch.map((one) => one.response.body.length))).toEqual([
    [100_000, 100_000],
    [100_000],
    [300_000],
    [10, 10],
  ]);
  expect(batched([])).toEqual([]);
});
