import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { KeyedResponse } from '../../../ports/idempotency';
import { joined, parts } from '../joined-texts';

/** A response whose body is JSON. */
export interface UnfinishedResponse {
  readonly response: KeyedResponse;
  /** JSON text in the body in place of a value that only the database knows. */
  readonly placeholder?: string | undefined;
}

/** A window of 8 KiB, which has room for two or three documents of a few lines. The state takes 48 KiB, not 256. */
const SMALL = { level: constants.Z_BEST_SPEED, windowBits: 13, memLevel: 5 };
/** The length of the bodies of a batch, in UTF-16 units: a replay of one of them unpacks all. A longer one is alone. */
const MAX_BATCH = 262_144;

/** The responses in batches, in their order. */
export function batched<R extends UnfinishedResponse>(responses: readonly R[]): R[][] {
  const batches: R[][] = [];
  let length = Infinity;
  for (const one of responses) {
    length += one.response.body.length;
    if (length > MAX_BATCH) {
      batches.push([]);
      ({ length } = one.response.body);
    }
    batches.at(-1)!.push(one);
  }
  return batches;
}

/** The content of a batch, compressed (RFC 1951). */
export function packedResponses(responses: readonly UnfinishedResponse[]): Buffer {
  const text = joined(
    responses.flatMap(({ response: { status, headers, body }, placeholder }) => [
      JSON.stringify({ status, headers, placeholder }),
      body,
    ]),
  );
  return deflateRawSync(text, SMALL);
}

/** @param value - JSON text of the value that replaces the placeholder; of no meaning where there is none */
export function unpackedResponse(content: Buffer, position: number, value: string): KeyedResponse {
  const texts = parts(inflateRawSync(content).toString());
  const { status, headers, placeholder } = JSON.parse(texts[2 * position]!) as Members;
  return { status, headers, body: finished(texts[2 * position + 1]!, placeholder, value) };
}

type Members = Pick<KeyedResponse, 'status' | 'headers'> & Pick<UnfinishedResponse, 'placeholder'>;

/** The body with the value in place of the placeholder, if it has one. */
export function finished(body: string, placeholder: string | undefined, value: string): string {
  return placeholder === undefined ? body : body.replaceAll(placeholder, () => value);
}
