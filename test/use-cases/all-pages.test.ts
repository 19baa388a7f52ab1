import type { PageRequest } from '../../src/ports/page';
import { allRows, pagesOf } from '../../src/use-cases/all-pages';

/** A list of the rows, with at most `most` of them in a page, which says what was asked of it. */
function aList(rows: readonly string[], most: number) {
  const requests: PageRequest[] = [];
  const read = async (page: PageRequest) => {
    requests.push(page);
    const start = page.after === undefined ? 0 : rows.indexOf(page.after.id) + 1;
    const data = rows.slice(start, start + Math.min(most, page.limit));
    const last = data.at(-1);
    return { data, next: last === rows.at(-1) ? null : { value: `value of ${last}`, id: last! } };
  };
  return { requests, read };
}

describe('the pages of a list', () => {
  test('follow each other, in the order and of the length that is asked for', async () => {
    const { requests, read } = aList(['a', 'b', 'c'], 9);
    const pages: (readonly string[])[] = [];
    for await (const page of pagesOf('-name', 2, read)) pages.push(page);
    expect(pages).toEqual([['a', 'b'], ['c']]);
    expect(requests).toEqual([
      { sort: '-name', limit: 2, after: undefined },
      { sort: '-name', limit: 2, after: { value: 'value of b', id: 'b' } },
    ]);
  });

  test('are read when they are asked for', async () => {
    const { requests, read } = aList(['a', 'b', 'c'], 1);
    for await (const page of pagesOf('name', 1, read)) if (page.includes('b')) break;
    expect(requests).toHaveLength(2);
  });
});

describe('the rows of a list', () => {
  test('are those of all pages, also of short ones', async () => {
    expect(await allRows(aList(['a', 'b', 'c'], 1).read)).toEqual(['a', 'b', 'c']);
  });

  test('are none where the list is empty', async () => {
    expect(await allRows(aList([], 1).read)).toEqual([]);
  });
});
