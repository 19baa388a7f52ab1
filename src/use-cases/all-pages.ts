import type { Cursor, Page, PageRequest } from '../ports/page';

type Read<Row> = (page: PageRequest) => Promise<Page<Row>>;

const LONGEST_PAGE = 200;

/** The pages of a list, each of which is read when it is asked for. The last one may be empty. */
export async function* pagesOf<Row>(
  sort: string,
  limit: number,
  read: Read<Row>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Cursor | undefined; ;) {
    const { data, next } = await read({ sort, limit, after });
    yield data;
    if (next === null) return;
    after = next;
  }
}

/** All rows of a list that is not long, the oldest first. */
export async function allRows<Row>(read: Read<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pagesOf('created_at', LONGEST_PAGE, read)) rows.push(...page);
  return rows;
}
