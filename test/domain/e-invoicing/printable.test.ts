import type { DocumentPreview } from '../../../src/domain/e-invoicing/preview';
import { withUnprintable } from '../../../src/domain/e-invoicing/printable';

const preview = {
  document: {
    note: 'ab',
    lines: [
      { name: 'x', description: null },
      { name: 'bb', quantity: '1' },
    ],
  },
  checks: [{ code: 'send_failed', message: '', pointer: null, rule: null, blocks: 'sending' }],
} as unknown as DocumentPreview;

const lacking = (character: string) => (text: string) => (text.includes(character) ? [character] : []);

describe('A preview', () => {
  test('reports each text with unprintable characters, after the checks that block', () => {
    const { checks } = withUnprintable(preview, lacking('b'));
    expect(checks.map(({ code, pointer, blocks }) => [code, pointer, blocks])).toEqual([
      ['send_failed', null, 'sending'],
      ['unprintable_characters', '/note', 'nothing'],
      ['unprintable_characters', '/lines/1/name', 'nothing'],
    ]);
    expect(checks[1]!.message).toContain('b');
  });

  test('reports nothing when the fonts have all characters', () => {
    expect(withUnprintable(preview, () => [])).toEqual(preview);
  });

  test('reports at most a hundred texts, and ten characters of each', () => {
    const many = {
      ...preview,
      document: Array.from({ length: 500 }, () => 'x'),
    } as unknown as DocumentPreview;
    const { checks } = withUnprintable(many, () => Array.from('abcdefghijklmnop'));
    expect(checks).toHaveLength(101);
    expect(checks[1]!.message).toMatch(/: a b c d e f g h i j$/);
  });
});
