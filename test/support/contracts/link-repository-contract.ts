import { type Link, type LinkInput, newLink } from '../../../src/domain/documents/link';
import type { LinkFilters } from '../../../src/ports/documents/link-repository';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aBusiness, type Business } from '../business';
import { aLink, readOn, writeOn } from './stored-documents';

/** What every repository of links does; run on the fake and on PostgreSQL. */
export function testLinkRepository(unitsOf: () => UnitsOfWork): void {
  const [read, write] = [readOn(unitsOf), writeOn(unitsOf)];
  let business: Business;
  let company_id: string;
  let document_id: string;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
    ({ company_id } = business);
    ({ id: document_id } = await business.issued());
  });

  const stored = async (link: Link) => {
    await write(({ links }) => links.insert(company_id, link));
    business.clock.advance(1_000);
    return link;
  };
  const linked = (input: Pick<LinkInput, 'target' | 'target_id' | 'kind'>) =>
    stored(newLink(input, business.ids.next(), business.clock.now()));
  const paying = (amount: string | null) => stored(aLink(business, document_id, amount));
  const find = (id: string) => read(({ links }) => links.find(company_id, id));

  test('a link is found, until it is deleted', async () => {
    const link = await paying('1.50');
    expect(await find(link.id)).toEqual(link);
    const other = await aBusiness(unitsOf());
    expect(await read(({ links }) => links.find(other.company_id, link.id))).toBeUndefined();
    await write(({ links }) => links.delete(company_id, link.id));
    expect(await find(link.id)).toBeUndefined();
  });

  test.each([
    ['document', 'timesheet_line'],
    ['relation', 'project'],
  ] as const)('a link to a %s that there is none of is refused', async (target, kind) => {
    const link = linked({ target, target_id: business.ids.next(), kind });
    await expect(link).rejects.toMatchObject({
      ...{ error_name: 'validation_error', message: `target_id: no such ${target}` },
    });
  });

  test('a list is narrowed by each filter, and comes page by page', async () => {
    const relation_id = business.relation.id;
    const first = await paying('1.00');
    const second = await linked({ target: 'relation', target_id: relation_id, kind: 'timesheet_line' });
    const third = await linked({ target: 'document', target_id: document_id, kind: 'timesheet_line' });
    const expected: readonly (readonly [LinkFilters, readonly Link[]])[] = [
      [{}, [first, second, third]],
      [{ target: 'document' }, [first, third]],
      [{ target_id: relation_id }, [second]],
      [{ target_id: business.ids.next() }, []],
      [{ kind: 'timesheet_line' }, [second, third]],
      [{ target: 'document', kind: 'timesheet_line' }, [third]],
      [{ updated_since: second.created_at }, [second, third]],
    ];
    for (const [filters, links] of expected) {
      const page = { sort: 'created_at', limit: 50 };
      const found = await read((repositories) => repositories.links.list(company_id, filters, page));
      expect([filters, found]).toEqual([filters, { data: links, next: null }]);
    }
    const page = { sort: '-updated_at', limit: 2 };
    const newest = await read(({ links }) => links.list(company_id, {}, page));
    expect(newest.data).toEqual([third, second]);
    const after = newest.next!;
    expect(await read(({ links }) => links.list(company_id, {}, { ...page, after }))).toEqual({
      ...{ data: [first], next: null },
    });
  });
}
