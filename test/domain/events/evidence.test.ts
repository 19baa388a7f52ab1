import { attachmentPath, chainLine } from '../../../src/domain/events/evidence';
import { anId } from '../../support/chains';

describe('the path of an attachment in the evidence', () => {
  const pathOf = (filename: string, number = 1) => attachmentPath({ id: anId(number), filename });

  test('is its name, up to 251 bytes', () => {
    expect(pathOf('Café.pdf')).toBe('attachments/Café.pdf');
    const name = `${'é'.repeat(123)}a.csv`;
    expect(pathOf(name)).toBe(`attachments/${name}`);
  });

  test('ends in its id where the name is longer', () => {
    const cut = `${'é'.repeat(107)}-${anId(1)}.csv`;
    expect(Buffer.byteLength(cut)).toBe(255);
    for (const count of [124, 126, 251])
      expect(pathOf(`${'é'.repeat(count)}.csv`)).toBe(`attachments/${cut}`);
  });

  test('differs from that of an attachment with the name that another one has been given', () => {
    const paths = ['é', '請', '😀', 'a'].flatMap((character) => {
      const path = pathOf(`${character.repeat(251)}.xlsx`);
      return [path, pathOf(path.slice('attachments/'.length), 2)];
    });
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths)
      expect(Buffer.byteLength(path)).toBeLessThanOrEqual('attachments/'.length + 255);
  });
});

test('A line of the chain is position, previous hash, content and hash, with one space between', () => {
  expect(chainLine({ position: 7, content: 'cc', hash: 'bb' }, 'aa')).toBe('7 aa cc bb');
});
