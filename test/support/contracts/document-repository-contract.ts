import type { DocumentInput } from '../../../src/domain/documents/draft';
import type { ReceivedDocument } from '../../../src/domain/documents/received-document';
import { bookedInAccounting, markedSent } from '../../../src/domain/documents/transitions';
import { newBranding } from '../../../src/domain/master-data/branding';
import type { RelationPatch } from '../../../src/domain/master-data/relation';
import { today } from '../../../src/domain/values/calendar';
import { withNextVersion } from '../../../src/domain/version';
import {
  type DocumentFilters,
  type FoundDocument,
  type NumberingRequest,
  PaymentReferenceTaken,
} from '../../../src/ports/documents/document-repository';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { BankAccounts } from '../../../src/use-cases/master-data/bank-accounts';
import { DeliveryLocations } from '../../../src/use-cases/master-data/delivery-locations';
import { Brandings } from '../../../src/use-cases/master-data/brandings';
import { Relations } from '../../../src/use-cases/master-data/relations';
import { Journals } from '../../../src/use-cases/numbering/journals';
import { aBusiness, type Business } from '../business';
import { testOwnData } from './own-data-contract';
import { aLink, anAttachment, aReceivedDocument, readOn, writeOn } from './stored-documents';

/** What every repository of documents does; run on the fake and on PostgreSQL. */
export function testDocumentRepository(unitsOf: () => UnitsOfWork): void {
  let business: Business;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
  });

  const [read, write] = [readOn(unitsOf), writeOn(unitsOf)];
  const find = (id: string, { company_id } = business) =>
    read(({ documents }) => documents.find(company_id, id));
  const issued = (members?: Partial<DocumentInput>) => business.issued(members);
  const found = async (members?: Partial<DocumentInput>) => (await find((await issued(members)).id))!;
  const save = (before: FoundDocument, change: Partial<FoundDocument>) => {
    const after = withNextVersion({ ...before, ...change }, business.clock.now());
    return write(async ({ documents }) => {
      await documents.lock(business.company_id, before.id);
      await documents.save(business.company_id, before, after);
      return after;
    });
  };
  const link = (document_id: string, amount: string | null) =>
    write(({ links }) => links.insert(business.company_id, aLink(business, document_id, amount)));
  const attach = async (document_id: string, filename: string) => {
    const attachment = anAttachment(business, filename);
    await write(({ attachments }) =>
      attachments.insertAll(business.company_id, [{ ...attachment, document_id }]),
    );
    return attachment;
  };
  const received = async (number = 'F-1') => {
    return store(aReceivedDocument(business, { number }));
  };
  const store = async (document: ReceivedDocument) => {
    await write(({ documents }) => documents.insertReceived(business.company_id, [document]));
    return document;
  };
  const yearOf = (journal_id: string, period = '2026') => ({ journal_id, period });

  describe('numbering', () => {
    test('gives documents of a sequence consecutive numbers, as its journal writes them', async () => {
      const { draft } = await business.request();
      const [first, second] = [await issued(), await issued()];
      expect([first.number, second.number]).toEqual(['INV-2026-00001', 'INV-2026-00002']);
      expect([first.sequence_number, second.sequence_number]).toEqual([1, 2]);
      expect(first).toMatchObject({ period: '2026', is_last_in_sequence: true, status: draft.status });
    });

    test('begins where the journal says in the period of its creation, and elsewhere at 1', async () => {
      const { clock, ids, company_id } = business;
      const { id: journal_id } = await new Journals(clock, ids).create(unitsOf().open(), company_id, {
        ...{ code: 'OLD', name: 'Old', category: 'sales', first_number: 7 },
      });
      const before = await issued({ journal_id, issue_date: '2025-12-31' });
      expect([before.number, (await issued({ journal_id })).number]).toEqual([
        'OLD-2025-00001',
        'OLD-2026-00007',
      ]);
    });

    test('gives documents that are created at the same time numbers without gap or double', async () => {
      const documents = await Promise.all(Array.from({ length: 12 }, () => issued()));
      const numbers = documents.map(({ sequence_number }) => sequence_number!).sort((a, b) => a - b);
      expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    });

    test('stores what the draft says', async () => {
      const request = await business.request({ note: 'Thanks', paid_amount: '21.00' });
      const stored = await write(({ documents }) => documents.issue(business.company_id, request));
      expect(stored).toEqual({
        ...request.draft,
        ...{ number: 'INV-2026-00001', sequence_number: 1, is_last_in_sequence: true },
      });
      expect(await find(request.draft.id)).toMatchObject(stored!);
    });

    test('takes no document that is dated before the last one of its sequence', async () => {
      const { company_id } = business;
      const early = await business.request({ issue_date: '2026-06-29' });
      const { journal_id } = await issued({ issue_date: '2026-06-30' });
      expect(await write(({ documents }) => documents.issue(company_id, early))).toBeUndefined();
      expect(await find(early.draft.id)).toBeUndefined();
      expect((await issued({ issue_date: '2026-06-30' })).sequence_number).toBe(2);
      expect(
        await read(({ documents }) => documents.findLastIssueDate(company_id, yearOf(journal_id!))),
      ).toBe('2026-06-30');
    });

    test('takes no document whose given date lies in books that were closed after its check', async () => {
      const { company_id, clock } = business;
      const day = '2026-07-01';
      expect(today(clock.now(), business.company.timezone)).toBe(day);
      const request = (issue_date?: string) => business.request({ issue_date });
      const [closed, without_date, open] = [await request(day), await request(), await request('2026-07-02')];
      await write(async ({ companies }) => {
        const company = (await companies.lock(company_id))!;
        await companies.lockBooks(company_id);
        await companies.save(company, withNextVersion({ ...company, books_closed_until: day }, clock.now()));
      });
      const issue = (refused: NumberingRequest) =>
        write(({ documents }) => documents.issue(company_id, refused));
      expect(await issue(closed)).toBeUndefined();
      expect(await find(closed.draft.id)).toBeUndefined();
      expect(await issue(without_date)).toMatchObject({ sequence_number: 1 });
      expect(await issue(open)).toMatchObject({ sequence_number: 2 });
    });

    test('gives the number of a transaction that failed to the next document', async () => {
      const request = await business.request();
      const failing = write(async ({ documents }) => {
        await documents.issue(business.company_id, request);
        throw new Error('failed');
      });
      await expect(failing).rejects.toThrow('failed');
      expect(await find(request.draft.id)).toBeUndefined();
      expect((await issued()).sequence_number).toBe(1);
    });

    test('refuses a made payment reference that another document has, and keeps the number', async () => {
      const { payment_reference } = await issued();
      const request = await business.request();
      const twin = { ...request, draft: { ...request.draft, payment_reference } };
      await expect(write(({ documents }) => documents.issue(business.company_id, twin))).rejects.toThrow(
        PaymentReferenceTaken,
      );
      const by_hand = await issued({ payment_reference });
      expect(by_hand).toMatchObject({ sequence_number: 2, payment_reference, payment_reference_made: false });
    });

    test.each([
      ['journal_id', 'invalid_journal'],
      ['relation_id', 'invalid_relation'],
      ['delivery_location_id', 'invalid_delivery_location'],
    ])('refuses a %s that there is none of', async (member, error_name) => {
      const { company_id, ids } = business;
      const { sequence, draft, is_date_given } = await business.request();
      const id = ids.next();
      const request = {
        is_date_given,
        sequence: member === 'journal_id' ? { ...sequence, journal_id: id } : sequence,
        draft: { ...draft, [member]: id },
      };
      await expect(write(({ documents }) => documents.issue(company_id, request))).rejects.toMatchObject({
        error_name,
      });
    });

    test('refuses a number that another journal has given', async () => {
      const { company_id } = business;
      const { number } = await issued();
      const request = await business.request({ type: 'quote' });
      const same = { ...request.sequence, before: number.slice(0, -1), digits: 1, after: '' };
      await expect(
        write(({ documents }) => documents.issue(company_id, { ...request, sequence: same })),
      ).rejects.toMatchObject({ error_name: 'invalid_journal' });
    });
  });

  test('a document exists in its own company alone', async () => {
    const { company_id, ids } = business;
    const { id } = await issued();
    const other = await aBusiness(unitsOf());
    const exists = (of: string, one: string) => read(({ documents }) => documents.exists(of, one));
    expect(await exists(company_id, id)).toBe(true);
    expect(await exists(company_id, ids.next())).toBe(false);
    expect(await exists(other.company_id, id)).toBe(false);
  });

  describe('a document that is found', () => {
    test('is no other company’s', async () => {
      const { id } = await issued();
      const other = await aBusiness(unitsOf());
      expect(await find(id, other)).toBeUndefined();
      expect(await write(({ documents }) => documents.lock(other.company_id, id))).toBeUndefined();
    });

    test('is the last of its sequence until the next one is numbered', async () => {
      const { id } = await issued();
      expect(await find(id)).toMatchObject({ is_last_in_sequence: true, links_count: 0, attachments: [] });
      await issued();
      expect(await find(id)).toMatchObject({ is_last_in_sequence: false });
    });

    test('has its attachments, the oldest first, the number of its links, the closed books and self-billing', async () => {
      const { id } = await issued();
      const first = await attach(id, 'b.pdf');
      business.clock.advance(1);
      const second = await attach(id, 'a.pdf');
      await link(id, null);
      await link(id, '1.00');
      await write(async ({ companies }) => {
        const company = (await companies.lock(business.company_id))!;
        const closed = { ...company, books_closed_until: '2026-03-31', self_billing_enabled: true };
        await companies.save(company, withNextVersion(closed, business.clock.now()));
      });
      const shown = [first, second].map(({ key: _key, ...attachment }) => attachment);
      expect(await find(id)).toMatchObject({
        ...{ attachments: shown, links_count: 2, books_closed_until: '2026-03-31' },
        self_billing_enabled: true,
      });
    });

    test('is found the same when it is locked', async () => {
      const { id } = await issued();
      const locked = await write(({ documents }) => documents.lock(business.company_id, id));
      expect(locked).toEqual(await find(id));
    });
  });

  describe('a received document', () => {
    test('has the sender’s number, and takes none of ours', async () => {
      const { id } = await received('F-1');
      await received('F-1');
      expect(await find(id)).toMatchObject({
        ...{ number: 'F-1', status: 'received', is_last_in_sequence: false },
        ...{ journal_id: null, sequence_number: null, period: null },
      });
      expect((await issued()).sequence_number).toBe(1);
    });
  });

  describe('a list', () => {
    const list = (filters: DocumentFilters, page: object = {}) =>
      read(({ documents }) =>
        documents.list(business.company_id, filters, { sort: 'created_at', limit: 200, ...page }),
      );

    /** Three invoices and a received one, a minute apart. */
    async function fill() {
      const minute = () => business.clock.advance(60_000);
      const first = await found({ issue_date: '2026-06-01', due_date: '2026-06-15' });
      minute();
      const second = await found({ type: 'quote', currency: 'USD', issue_date: '2026-06-10' });
      minute();
      const third = await found({ issue_date: '2026-06-20' });
      minute();
      const brought = await received();
      minute();
      await save(first, markedSent(first, first, business.clock.now()));
      await save(third, bookedInAccounting(third, business.clock.now()));
      return { first, second, third, brought };
    }

    test('is narrowed by each filter', async () => {
      const { first, second, third, brought } = await fill();
      const all = [first, second, third, brought];
      const expected: readonly (readonly [DocumentFilters, readonly { readonly id: string }[]])[] = [
        [{}, all],
        [{ type: 'quote' }, [second]],
        [{ status: 'received' }, [brought]],
        [{ status: 'sent' }, [first]],
        [{ peppol_status: 'pending' }, []],
        [{ accounting_status: 'transmitted' }, [third]],
        [{ payment_status: 'unpaid' }, all],
        [{ journal_id: first.journal_id! }, [first, third]],
        [{ relation_id: business.relation.id }, all],
        [{ relation_id: business.ids.next() }, []],
        [{ currency: 'USD' }, [second]],
        [{ number: first.number }, [first]],
        [{ number: brought.number }, [brought]],
        [{ number: first.number.toLowerCase() }, []],
        [{ issue_date_from: '2026-06-10', issue_date_to: '2026-06-20' }, [second, third]],
        [{ due_date_to: '2026-06-15' }, [first]],
        [{ due_date_from: '2026-06-15', due_date_to: '2026-06-15' }, [first]],
        [{ updated_since: brought.created_at }, [first, third, brought]],
        [{ type: 'invoice', status: 'draft' }, [third]],
      ];
      for (const [filters, rows] of expected) {
        const { data } = await list(filters);
        expect([filters, data.map(({ id }) => id)]).toEqual([filters, rows.map(({ id }) => id)]);
      }
    });

    test('is searched by a part of the buyer’s name or of a sender’s, and by the beginning of the number', async () => {
      const { first, second, third, brought } = await fill();
      const { name } = first.buyer;
      const part = name.slice(1, 5).toLowerCase();
      expect([name.length > 5, brought.seller.name.toLowerCase().includes(part)]).toEqual([true, false]);
      const expected: readonly (readonly [DocumentFilters, readonly { readonly id: string }[]])[] = [
        [{ q: part }, [first, second, third]],
        [{ q: brought.seller.name.slice(0, 4).toUpperCase() }, [brought]],
        [{ q: first.number.slice(0, -1).toLowerCase() }, [first, third]],
        [{ q: first.number.slice(1) }, []],
        [{ q: brought.number }, [brought]],
        [{ q: '%%%' }, []],
        [{ q: part, type: 'quote' }, [second]],
        [{ q: part, issue_date_from: '2026-06-15' }, [third]],
      ];
      for (const [filters, rows] of expected) {
        const { data } = await list(filters);
        expect([filters, data.map(({ id }) => id)]).toEqual([filters, rows.map(({ id }) => id)]);
      }
      const page = await list({ q: part }, { limit: 2 });
      expect(page.data.map(({ id }) => id)).toEqual([first.id, second.id]);
      const rest = await list({ q: part }, { limit: 2, after: page.next });
      expect([rest.data.map(({ id }) => id), rest.next]).toEqual([[third.id], null]);
    });

    const numbersBy = async (q: string) => (await list({ q })).data.map(({ number }) => number);

    test('is searched by the name that each document states, also after its relation got another one', async () => {
      const relations = new Relations(business.clock, business.ids);
      const { company_id } = business;
      const piet = {
        type: 'contact',
        first_name: 'Piet',
        last_name: 'Vos',
        address: business.relation.address,
      } as const;
      const contact = await relations.create(unitsOf().open(), company_id, piet);
      const [early, of_piet] = [await issued(), await issued({ relation_id: contact.id })];
      const validated = <T>(value: T) => ({ value });
      const rename = (id: string, patch: RelationPatch) =>
        relations.update(unitsOf().open(), company_id, id, patch, undefined);
      await rename(business.relation.id, { name: validated('Zilveren Lepel') });
      await rename(contact.id, { first_name: validated('Jan') });
      const [late, of_jan] = [await issued(), await issued({ relation_id: contact.id })];
      expect(await numbersBy('EETERS')).toEqual([early.number]);
      expect(await numbersBy('zilver')).toEqual([late.number]);
      expect(await numbersBy('Vos')).toEqual([of_piet.number, of_jan.number]);
      expect(await numbersBy('piet v')).toEqual([of_piet.number]);
      expect(await numbersBy('JAN V')).toEqual([of_jan.number]);
      expect(await numbersBy('vos jan')).toEqual([]);

      await rename(business.relation.id, { name: validated('peeters nv') });
      await rename(business.relation.id, { name: validated('Zilveren Lepel') });
      const last = await issued();
      expect(await numbersBy('zilver')).toEqual([late.number, last.number]);
      expect(await numbersBy('peeters')).toEqual([early.number]);
    });

    test('is searched by the company’s name for self-billed documents, whose buyer it is', async () => {
      const of_company = { company: { name: 'Gouden Pen BV', self_billing_enabled: true } };
      business = await aBusiness(unitsOf(), of_company);
      await issued();
      const bills = [
        await issued({ type: 'purchase_invoice' }),
        await issued({ type: 'purchase_credit_note' }),
      ];
      expect(await numbersBy('gouden')).toEqual(bills.map(({ number }) => number));
    });

    test('is searched by the beginning of numbers in any case', async () => {
      const { id: journal_id } = await new Journals(business.clock, business.ids).create(
        unitsOf().open(),
        business.company_id,
        { code: 'Q', name: 'Q', category: 'sales', number_format: 'Fac.{yyyy}/{seq:3}-q' },
      );
      const [first, second] = [await issued({ journal_id }), await issued({ journal_id })];
      await received('fÄc.1');
      expect([first.number, second.number]).toEqual(['Fac.2026/001-q', 'Fac.2026/002-q']);
      expect(await numbersBy('fac')).toEqual([first.number, second.number]);
      expect(await numbersBy('FAC.2026/002-Q')).toEqual([second.number]);
      expect(await numbersBy('FÄc')).toEqual(['fÄc.1']);
      expect(await numbersBy('fac.2026/2')).toEqual([]);
    });

    test('has no lines, and is the company’s alone', async () => {
      const { id } = await issued();
      const {
        data: [row],
      } = await list({});
      expect(row).toMatchObject({ id, totals: { payable: '121.00' } });
      for (const member of [
        'lines',
        'company_currency',
        'embed_pdf',
        'marked_sent',
        'payee',
        'payment_terms',
      ]) {
        expect(row).not.toHaveProperty(member);
      }
      const other = await aBusiness(unitsOf());
      const page = { sort: 'created_at', limit: 1 };
      expect(await read(({ documents }) => documents.list(other.company_id, {}, page))).toEqual({
        data: [],
        next: null,
      });
    });

    test.each(['created_at', 'updated_at', 'issue_date', 'number'])(
      'is the same by %s, page by page, in both directions',
      async (sort) => {
        await fill();
        const { data: whole, next } = await list({}, { sort });
        expect([whole.length, next]).toEqual([4, null]);
        for (const [order, rows] of [
          [sort, whole],
          [`-${sort}`, [...whole].reverse()],
        ] as const) {
          const ids: string[] = [];
          let after: object | undefined;
          do {
            const page = await list({}, { sort: order, limit: 1, after });
            ids.push(...page.data.map(({ id }) => id));
            after = page.next ?? undefined;
          } while (after);
          expect(ids).toEqual(rows.map(({ id }) => id));
        }
      },
    );

    test('sorts numbers by their digits as numbers, without case', async () => {
      for (const number of ['B-10', 'b-9', 'B-2', 'a-3']) await received(number);
      const { data } = await list({}, { sort: 'number' });
      expect(data.map(({ number }) => number)).toEqual(['a-3', 'B-2', 'b-9', 'B-10']);
    });
  });

  describe('a change', () => {
    test('is stored, but for the number', async () => {
      const before = await found();
      const after = await save(before, { note: 'Changed', due_date: null });
      expect(await find(before.id)).toEqual(after);
      expect(after).toMatchObject({ version: 2, number: before.number });
    });

    test('of a received document leaves its payee and payment terms', async () => {
      const stated = { payee: 'Factor AG', payment_terms: '2 % within 8 days' };
      const { id } = await store(aReceivedDocument(business, stated));
      const before = (await find(id))!;
      expect(before).toMatchObject(stated);
      await save(before, { payment_status: 'paid' });
      expect(await find(id)).toMatchObject({ payment_status: 'paid', ...stated });
      expect(await found()).toMatchObject({ payee: null, payment_terms: null });
    });

    test('to the very same document stores nothing', async () => {
      const before = await found();
      await write(({ documents }) => documents.save(business.company_id, before, before));
      expect(await find(before.id)).toEqual(before);
    });

    test('of the last one’s date is the earliest date of the next', async () => {
      const { company_id } = business;
      const before = await found({ issue_date: '2026-06-30' });
      await save(before, { issue_date: '2026-06-10' });
      const place = yearOf(before.journal_id!);
      expect(await read(({ documents }) => documents.findLastIssueDate(company_id, place))).toBe(
        '2026-06-10',
      );
      expect((await issued({ issue_date: '2026-06-10' })).sequence_number).toBe(2);
    });

    test('of another one’s date leaves the sequence as it is', async () => {
      const before = await found({ issue_date: '2026-06-01' });
      await issued({ issue_date: '2026-06-20' });
      await save((await find(before.id))!, { issue_date: '2026-06-10' });
      const place = yearOf(before.journal_id!);
      expect(await read(({ documents }) => documents.findLastIssueDate(business.company_id, place))).toBe(
        '2026-06-20',
      );
    });
  });

  describe('the last document of its sequence that is deleted', () => {
    const deleteLast = (document: FoundDocument) =>
      write(({ documents }) => documents.deleteLast(business.company_id, document));

    test('gives its number and date back', async () => {
      const { journal_id } = await issued({ issue_date: '2026-06-10' });
      const last = await found({ issue_date: '2026-06-30' });
      await deleteLast(last);
      expect(await find(last.id)).toBeUndefined();
      const place = yearOf(journal_id!);
      expect(await read(({ documents }) => documents.findLastIssueDate(business.company_id, place))).toBe(
        '2026-06-10',
      );
      expect(await issued({ issue_date: '2026-06-10' })).toMatchObject({ number: last.number });
    });

    test('leaves a sequence without a date when it was the only one', async () => {
      const only = await found();
      await deleteLast(only);
      const place = yearOf(only.journal_id!);
      expect(
        await read(({ documents }) => documents.findLastIssueDate(business.company_id, place)),
      ).toBeNull();
    });

    test('leaves the files of its attachments to be deleted', async () => {
      const { company_id } = business;
      const document = await found();
      const { id, key } = await attach(document.id, 'a.pdf');
      await deleteLast(document);
      expect(await read(({ attachments }) => attachments.find(company_id, document.id, id))).toBeUndefined();
      expect(await write(({ orphaned_files }) => orphaned_files.claim(company_id, [key]))).toBe(false);
      expect(await write(({ orphaned_files }) => orphaned_files.markForDeletion(company_id, [key]))).toEqual([
        key,
      ]);
    });

    test('stays when something is linked to it', async () => {
      const document = await found();
      await link(document.id, null);
      await expect(deleteLast(document)).rejects.toMatchObject({ error_name: 'document_in_use' });
      expect(await find(document.id)).toMatchObject({ is_last_in_sequence: true, links_count: 1 });
    });
  });

  describe('what a new document refers to', () => {
    const references = (asked: object = {}, { company_id } = business) =>
      read(({ documents }) =>
        documents.findReferences(company_id, {
          ...{ relation_id: business.relation.id, type: 'invoice', journal_id: undefined },
          ...{ delivery_location_id: undefined, branding_id: undefined, preceding_document_id: undefined },
          ...asked,
        }),
      );
    const newAccount = (reference: string) =>
      new BankAccounts(business.clock, business.ids).create(unitsOf().open(), business.company_id, {
        reference,
      });

    test('is the company, the relation and the default journal of its type', async () => {
      const [journal_id, quote_id] = [await business.journal('sales'), await business.journal('quote')];
      expect(await references()).toMatchObject({
        company: { id: business.company_id, name: 'Janssens BV' },
        relation: { id: business.relation.id, vat: 'BE0876543270' },
        journal: { id: journal_id, category: 'sales', first_period: '2026' },
        ...{ bank_account: null, delivery_location: null, branding: null, preceding_document: null },
      });
      expect(await references({ type: 'quote' })).toMatchObject({ journal: { id: quote_id } });
    });

    test('is null where the company has none', async () => {
      const id = business.ids.next();
      const asked = { relation_id: id, journal_id: id, delivery_location_id: id, branding_id: id };
      expect(await references({ ...asked, preceding_document_id: id })).toMatchObject({
        ...{ relation: null, journal: null, bank_account: null, delivery_location: null, branding: null },
        preceding_document: null,
      });
    });

    test('is not found without the company', async () => {
      const nobody = { ...business, company_id: business.ids.next() };
      await expect(references({}, nobody)).rejects.toMatchObject({ error_name: 'not_found' });
    });

    test('is the account of the journal, or else the default', async () => {
      const { clock, ids, company_id } = business;
      await newAccount('BE68539007547034');
      const other = await newAccount('BE62510007547061');
      expect(await references()).toMatchObject({ bank_account: { reference: 'BE68539007547034' } });
      const { id: journal_id } = await new Journals(clock, ids).create(unitsOf().open(), company_id, {
        ...{ code: 'ACC', name: 'A', category: 'sales', bank_account_id: other.id },
      });
      expect(await references({ journal_id })).toMatchObject({
        bank_account: { reference: 'BE62510007547061' },
      });
    });

    test('is a location of the relation alone', async () => {
      const { clock, ids, company_id, relation } = business;
      const { id } = await new DeliveryLocations(clock, ids).create(
        unitsOf().open(),
        company_id,
        relation.id,
        { name: 'Warehouse', address: { country_code: 'BE', city: 'Luik' } },
      );
      expect(await references({ delivery_location_id: id })).toMatchObject({ delivery_location: { id } });
      const other = await business.newRelation();
      expect(await references({ delivery_location_id: id, relation_id: other.id })).toMatchObject({
        delivery_location: null,
      });
    });

    test('is the branding that is named, or else the default', async () => {
      const { clock, ids, company_id } = business;
      const brandings = new Brandings(clock, ids);
      const create = (name: string) =>
        brandings.create(unitsOf().open(), company_id, {
          ...{ name, primary_color: '#112233', address_position: 'right' },
        });
      const [first, second] = [await create('First'), await create('Second')];
      expect((await references()).branding).toEqual({
        ...{ id: first.id, name: 'First', primary_color: '#112233' },
        ...{ address_position: 'right', header: null, footer: null, logo_sha256: null },
      });
      expect(await references({ branding_id: second.id })).toMatchObject({ branding: { name: 'Second' } });
    });

    test('is the preceding document', async () => {
      const { id, number, issue_date, currency, totals } = await issued();
      expect((await references({ preceding_document_id: id })).preceding_document).toEqual({
        ...{ id, number, issue_date, currency, type: 'invoice', relation_id: business.relation.id },
        ...{ status: 'draft', settlement: null, credited: null },
        totals: expect.objectContaining({ tax_inclusive: totals.tax_inclusive, payable: totals.payable }),
      });
    });
  });

  describe('what a change refers to', () => {
    const context = (document: FoundDocument, named: object = {}) =>
      read(({ documents }) =>
        documents.findChangeContext(business.company_id, document, {
          ...{ relation_id: undefined, delivery_location_id: undefined, branding_id: undefined },
          preceding_document_id: undefined,
          ...named,
        }),
      );

    test('are the neighbours’ dates and nothing that it does not name', async () => {
      const dates = ['2026-06-01', '2026-06-02', '2026-06-03'];
      const documents: FoundDocument[] = [];
      for (const issue_date of dates) documents.push(await found({ issue_date }));
      const contexts = await Promise.all(documents.map((document) => context(document)));
      expect(contexts.map(({ neighbours }) => neighbours)).toEqual([
        { previous: null, next: '2026-06-02' },
        { previous: '2026-06-01', next: '2026-06-03' },
        { previous: '2026-06-02', next: null },
      ]);
      expect(contexts[0]).toMatchObject({
        company: { id: business.company_id },
        ...{ relation: null, delivery_location: null, branding: null, preceding_document: null },
      });
    });

    test('is what it names', async () => {
      const { clock, ids, company_id } = business;
      const document = await found({ type: 'credit_note' });
      const other = await business.newRelation({ name: 'Other NV' });
      const location = await new DeliveryLocations(clock, ids).create(
        unitsOf().open(),
        company_id,
        other.id,
        {
          ...{ name: 'Warehouse', address: { country_code: 'BE', city: 'Luik' } },
        },
      );
      const branding = newBranding({ name: 'Red' }, ids.next(), clock.now());
      await write(async ({ brandings, default_pointers }) => {
        await default_pointers.lock({ kind: 'branding', company_id }, branding.id);
        await brandings.insert(company_id, branding);
      });
      const invoice = await issued();
      const named = {
        ...{ relation_id: other.id, delivery_location_id: location.id, branding_id: branding.id },
        preceding_document_id: invoice.id,
      };
      expect(await context(document, named)).toMatchObject({
        relation: { id: other.id, name: 'Other NV' },
        delivery_location: { id: location.id },
        branding: { id: branding.id, name: 'Red' },
        preceding_document: { id: invoice.id, number: invoice.number },
      });
      expect(await context(document, { ...named, relation_id: undefined })).toMatchObject({
        ...{ relation: null, delivery_location: null },
      });
    });
  });

  testOwnData(
    unitsOf,
    ({ documents }) => documents,
    async () => {
      const owner = await aBusiness(unitsOf());
      return { company_id: owner.company_id, insert: (input) => owner.issued(input) };
    },
  );
}
