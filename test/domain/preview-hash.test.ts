import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { isPreviewHash, previewHash, type ShownPreview } from '../../src/domain/preview-hash';

const key = createSecretKey(Buffer.alloc(32, 1));
const shown: ShownPreview = {
  client_id: 'a-client',
  tool: 'sendDocument',
  arguments: { id: 'x', body: { lines: [{ quantity: '1' }, { quantity: '2' }] } },
  preview: { status: 'draft', totals: { payable: '121.00' } },
};

describe('the hash of a preview', () => {
  test('is the same whatever the order of members', () => {
    const reordered = {
      preview: { totals: { payable: '121.00' }, status: 'draft' },
      arguments: { body: { lines: [{ quantity: '1' }, { quantity: '2' }] }, id: 'x' },
      tool: 'sendDocument',
      client_id: 'a-client',
    };
    expect(previewHash(key, reordered)).toBe(previewHash(key, shown));
    expect(previewHash(key, shown)).toMatch(/^[0-9a-f]{64}$/);
  });

  test.each<[string, Partial<ShownPreview>]>([
    ['client', { client_id: 'another' }],
    ['tool', { tool: 'deleteDocument' }],
    ['argument', { arguments: { id: 'y', body: { lines: [{ quantity: '1' }, { quantity: '2' }] } } }],
    ['order of a list', { arguments: { id: 'x', body: { lines: [{ quantity: '2' }, { quantity: '1' }] } } }],
    ['amount of the preview', { preview: { status: 'draft', totals: { payable: '121.01' } } }],
    ['member of the preview', { preview: { ...(shown.preview as object), note: null } }],
  ])('changes with the %s', (_what, change) => {
    expect(previewHash(key, { ...shown, ...change })).not.toBe(previewHash(key, shown));
  });

  test('changes with every value of any preview', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(
          previewHash(key, { ...shown, preview: one }) === previewHash(key, { ...shown, preview: other }),
        ).toBe(same);
      }),
    );
  });

  test('cannot be computed without the key', () => {
    expect(previewHash(createSecretKey(Buffer.alloc(32, 2)), shown)).not.toBe(previewHash(key, shown));
  });

  test('is recognised, and nothing else is', () => {
    const hash = previewHash(key, shown);
    expect(isPreviewHash(hash, hash)).toBe(true);
    const others = [
      '',
      hash.slice(1),
      `${hash}0`,
      hash.toUpperCase(),
      'é'.repeat(64),
      '0'.repeat(64),
      null,
      1,
      [hash],
    ];
    expect(others.filter((other) => isPreviewHash(other, hash))).toEqual([]);
  });
});

/** Members in order, as RFC 8785 has them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: entries.map(([name, member]) => [name, sorted(member)]) };
}
