import type { DocumentInput } from '../../../src/domain/documents/draft';
import { aBusiness, type Business } from '../../support/business';
import { A_LINE } from '../../support/documents';
import { MemoryService } from '../../support/memory/service';

const RECEIVER = '0208:0876543270';

let service: MemoryService;
let business: Business;
let company_id: string;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, { clock: service.clock });
  ({ company_id } = business);
});

const unit = () => service.units.open();
const preview = (members: Partial<DocumentInput> = {}) =>
  service.previews.preview(unit(), company_id, business.input(members));
/** What would keep a document from being created or sent. */
const blocking = async (members?: Partial<DocumentInput>) =>
  (await preview(members)).checks
    .filter(({ blocks }) => blocks !== 'nothing')
    .map(({ code, pointer, blocks }) => [code, pointer, blocks]);

describe('a preview', () => {
  test('is the document that a creation gives, without what it gets there', async () => {
    const members = { note: 'Thanks', issue_date: '2026-06-30' };
    const { document } = await preview(members);
    const created = await service.documents.create(unit(), company_id, business.input(members));
    expect({ ...created, ...document }).toEqual({
      ...created,
      ...{
        id: null,
        number: null,
        sequence_number: null,
        created_at: null,
        updated_at: null,
        payment_reference: null,
      },
    });
    expect(await blocking(members)).toEqual([]);
  });

  test('stores nothing and takes no number', async () => {
    await preview();
    expect(service.units.session.tables.documents.list()).toEqual([]);
    expect(await business.issued()).toMatchObject({ sequence_number: 1 });
  });

  test('names what would keep the document from being created', async () => {
    expect(
      await blocking({
        ...{ type: 'purchase_invoice', relation_id: business.ids.next(), paid_amount: '1000.00' },
        issue_date: '2030-01-01',
      }),
    ).toEqual([
      ['self_billing_disabled', '/type', 'creation'],
      ['invalid_relation', '/relation_id', 'creation'],
      ['invalid_paid_amount', '/paid_amount', 'creation'],
      ['invalid_issue_date', '/issue_date', 'creation'],
    ]);
  });

  test('names the document that has its external_id, after all else that a creation reports', async () => {
    const { id } = await business.issued({ external_id: 'order-1', issue_date: '2026-06-30' });
    const members = { external_id: 'order-1', issue_date: '2026-06-29' };
    const { checks } = await preview(members);
    expect(await blocking(members)).toEqual([
      ['invalid_issue_date', '/issue_date', 'creation'],
      ['external_id_in_use', '/external_id', 'creation'],
    ]);
    expect(checks.map(({ message }) => message)).toContain(
      `A resource with this external_id exists already: ${id}.`,
    );
    expect(await blocking({ external_id: 'order-2' })).toEqual([]);
  });

  test('names the dates that the sequence takes', async () => {
    await business.issued({ issue_date: '2026-06-30' });
    const { checks } = await preview({ issue_date: '2026-06-29' });
    expect(checks.find(({ blocks }) => blocks === 'creation')).toMatchObject({
      ...{ code: 'invalid_issue_date', message: expect.stringContaining('2026-06-30 until 2026-08-01') },
    });
    expect(await blocking({ issue_date: '2026-06-30' })).toEqual([]);
    const early = { type: 'quote', issue_date: '2026-06-29' } as const;
    expect(await blocking(early)).toEqual([]);
  });

  test('says that the receiver cannot be reached', async () => {
    service.directory.answers.set(RECEIVER, { kind: 'unknown_participant' });
    expect(await blocking()).toEqual([['send_failed', '/relation_id', 'sending']]);
  });

  test('asks the directory for nobody where nothing can be sent', async () => {
    await preview({ type: 'quote' });
    const { id } = await business.newRelation({ name: 'No address NV' });
    expect(await blocking({ relation_id: id })).toEqual([['send_failed', '/relation_id', 'sending']]);
    expect(service.directory.asked).toEqual([]);
  });

  test('names texts with characters that no font has', async () => {
    service.missing = ['字'];
    const { checks } = await preview({ note: 'A 字', lines: [{ ...A_LINE, name: '字' }] });
    const boxes = checks.filter(({ code }) => code === 'unprintable_characters');
    expect(boxes.map(({ pointer, blocks }) => [pointer, blocks]).sort()).toEqual([
      ['/lines/0/name', 'nothing'],
      ['/note', 'nothing'],
    ]);
  });

  test('is not found without its company', async () => {
    const nobody = service.previews.preview(unit(), business.ids.next(), business.input());
    await expect(nobody).rejects.toMatchObject({ error_name: 'not_found' });
  });

  test('without a default journal says so, and nothing of a sequence', async () => {
    business = await aBusiness(service.units, { clock: service.clock, default_journals: false });
    ({ company_id } = business);
    expect(await blocking({ issue_date: '2026-06-30' })).toEqual([
      ['no_default_journal', '/journal_id', 'creation'],
    ]);
  });
});
