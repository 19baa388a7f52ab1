import fc from 'fast-check';
import { canonical, pendingText } from '../../../src/domain/events/chain';
import type { NewEvent } from '../../../src/domain/events/event';
import { aCharacter } from '../../support/characters';

const text = fc.string({ unit: aCharacter });
const event = fc.record({
  id: text,
  type: text,
  occurred_at: text,
  actor: fc.record({ kind: text, id: fc.option(text) }),
  request_id: fc.option(text),
  resource: fc.record({ type: text, id: text, version: fc.option(fc.integer()) }),
  changed: fc.array(text),
  data: fc.dictionary(text, fc.jsonValue()),
  digest: fc.option(text),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<NewEvent>;

describe('The text of an event before it has a position', () => {
  it('is canonical JSON with position 0', () => {
    fc.assert(
      fc.property(event, (one) => {
        expect(pendingText(one)).toBe(canonical({ ...one, position: 0 }));
      }),
    );
  });
});
