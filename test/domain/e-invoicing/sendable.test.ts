import type { Document } from '../../../src/domain/documents/document';
import { DOCUMENT_TYPES } from '../../../src/domain/documents/document-type';
import {
  addressFaults,
  addressingOf,
  assertEmbeddable,
  assertNoFault,
  contentFaults,
  createdUnsent,
  directoryUnavailable,
  embedded,
  NOT_REGISTERED,
  sendFailed,
  withElectronicAddresses,
  type SendFault,
} from '../../../src/domain/e-invoicing/sendable';
import { DomainError } from '../../../src/domain/errors';
import { newRelation } from '../../../src/domain/master-data/relation';
import { aCompany } from '../../support/companies';
import { aDocument, TRANSPORTED_TYPES } from '../../support/documents';
import { aCompanyRelation, NOW } from '../documents/builders';

const document = aDocument();

/** A refusal to send, with its path. */
function sendRefusal(message: string | RegExp, place: { rule?: string; pointer?: string } = {}): Error {
  return expect.objectContaining({
    name: 'DomainError',
    code: 'send_failed',
    message: expect.stringMatching(message) as string,
    options: { details: [{ document_id: document.id, rule: null, pointer: null, ...place }] },
  }) as Error;
}

function withoutAddresses(type: Document['type'] = 'invoice'): Document {
  return aDocument({
    type,
    company: { electronic_address: null },
    relation: { electronic_address: null },
  });
}

describe('The attachments that are sent', () => {
  const attachment = (id: string, content_type: 'application/pdf' | 'application/xml' | 'text/csv') => ({
    ...{ id, filename: id, content_type, size: 1, sha256: 'ab'.repeat(32), created_at: NOW },
  });

  test('are those of a type that the network accepts, in their order', () => {
    const [pdf, xml, csv] = [
      attachment('a', 'application/pdf'),
      attachment('b', 'application/xml'),
      attachment('c', 'text/csv'),
    ];
    expect(embedded([pdf, xml, csv])).toEqual([pdf, csv]);
  });

  const LIMIT = 31_457_280;
  test('have 30 MiB together at most', () => {
    expect(() => {
      assertEmbeddable(document.id, LIMIT);
    }).not.toThrow();
    expect(() => {
      assertEmbeddable(document.id, LIMIT + 1);
    }).toThrow(sendRefusal(/more than 30 MiB/, { pointer: '/attachments' }));
  });
});

describe('The electronic addresses of a document', () => {
  test.each(TRANSPORTED_TYPES)('of type %s become those that company and relation have now', (type) => {
    const stored = aDocument({ type });
    const company = aCompany({ name: 'Renamed BV', electronic_address: '9925:BE0123456749' });
    const relation = aCompanyRelation({ name: 'Renamed NV', electronic_address: '0088:5412345000013' });
    const [seller, buyer] =
      DOCUMENT_TYPES[type].direction === 'sales'
        ? ['9925:BE0123456749', '0088:5412345000013']
        : ['0088:5412345000013', '9925:BE0123456749'];
    expect(withElectronicAddresses(stored, company, relation)).toEqual({
      ...stored,
      seller: { ...stored.seller, electronic_address: seller },
      buyer: { ...stored.buyer, electronic_address: buyer },
    });
  });

  test('are absent for a person', () => {
    const person = newRelation({ type: 'contact', last_name: 'Maes' }, 'relation-1', NOW);
    const { buyer } = withElectronicAddresses(document, aCompany(), person);
    expect(buyer).toEqual({ ...document.buyer, electronic_address: null });
  });

  test('are both needed', () => {
    expect(addressFaults(document)).toEqual([]);
    expect(addressFaults(withoutAddresses())).toEqual([
      {
        severity: 'fatal',
        message: 'The company has no electronic address: an operator can add it.',
        rule: null,
        pointer: null,
      },
      {
        severity: 'fatal',
        message: 'The relation has no electronic address: add it, then send again.',
        rule: null,
        pointer: '/relation_id',
      },
    ]);
  });

  test.each(TRANSPORTED_TYPES)('that a document of type %s lacks are reported with their owner', (type) => {
    expect(addressFaults(aDocument({ type, company: { electronic_address: null } }))).toMatchObject([
      { pointer: null },
    ]);
    expect(addressFaults(aDocument({ type, relation: { electronic_address: null } }))).toMatchObject([
      { pointer: '/relation_id' },
    ]);
  });
});

describe('The envelope of a document', () => {
  const BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
  const SELF_BILLING = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0';

  test.each([
    ['invoice', BILLING, 'Invoice-2::Invoice##'],
    ['credit_note', BILLING, 'CreditNote-2::CreditNote##'],
    ['purchase_invoice', SELF_BILLING, 'Invoice-2::Invoice##'],
    ['purchase_credit_note', SELF_BILLING, 'CreditNote-2::CreditNote##'],
  ] as const)('of type %s goes from the company to the relation', (type, process, root) => {
    expect(addressingOf(aDocument({ type }))).toEqual({
      sender: '0208:0123456749',
      receiver: '0208:0876543270',
      document_type: expect.stringContaining(root) as string,
      process: `cenbii-procid-ubl::${process}`,
      sender_country: 'BE',
    });
  });

  test('has no country of a company without an address', () => {
    expect(addressingOf(aDocument({ company: { address: null } })).sender_country).toBe('');
  });

  test('cannot be made without an electronic address', () => {
    const unaddressed = { ...withoutAddresses(), id: document.id };
    expect(() => addressingOf(unaddressed)).toThrow(sendRefusal(/^The company has no electronic address/));
  });
});

describe('The content of a document', () => {
  test('that the network takes has no faults', () => {
    expect(contentFaults(document, [])).toEqual([]);
  });

  test('that UBL cannot express is reported once, with the rule of the network', () => {
    expect(contentFaults(aDocument({ currency: 'KWD' }), [])).toEqual([
      {
        severity: 'fatal',
        message: expect.stringMatching(
          /^The network allows at most two decimals.*\. \(UBL-DT-01\)$/,
        ) as string,
        rule: 'UBL-DT-01',
        pointer: '/currency',
      },
    ]);
  });

  test('is checked with the currency of the company and the attachments', () => {
    const in_dinar = aDocument({ company: { currency: 'KWD' }, currency: 'EUR', exchange_rate: '0.34' });
    expect(contentFaults(in_dinar, [])).toMatchObject([{ rule: 'UBL-DT-01', pointer: '/exchange_rate' }]);
    const file = { id: 'a', filename: 'a.xml', content_type: 'application/xml' as const, size: 1 };
    const attachments = [{ ...file, sha256: 'ab'.repeat(32), created_at: NOW }];
    expect(contentFaults(document, attachments)).toMatchObject([
      { rule: 'PEPPOL-EN16931-CL001', severity: 'warning', pointer: '/attachments/0' },
    ]);
  });
});

describe('Faults of a document', () => {
  const fault = (severity: SendFault['severity'], message: string): SendFault => ({
    severity,
    message,
    rule: 'BR-1',
    pointer: '/note',
  });

  test('permit sending when none is fatal', () => {
    expect(() => {
      assertNoFault(document.id, [fault('warning', 'A')]);
    }).not.toThrow();
  });

  test('refuse sending with the first that is fatal', () => {
    expect(() => {
      assertNoFault(document.id, [fault('warning', 'A'), fault('fatal', 'B'), fault('fatal', 'C')]);
    }).toThrow(sendRefusal(/^B$/, { rule: 'BR-1', pointer: '/note' }));
  });

  test.each<[string, SendFault, RegExp]>([
    ['is not registered', NOT_REGISTERED, /^The receiver is not registered/],
    [
      'cannot be looked up',
      directoryUnavailable('It took too long.'),
      /^The network's directory does not answer: It took too long\. Send again later\.$/,
    ],
  ])('of a receiver that %s have the path of the relation', (_, given, message) => {
    expect(given).toEqual({
      severity: 'fatal',
      message: expect.stringMatching(message) as string,
      rule: null,
      pointer: '/relation_id',
    });
  });
});

describe('A refusal to send', () => {
  test('has the id of the document', () => {
    expect(sendFailed(document.id, 'Why')).toEqual(sendRefusal(/^Why$/));
  });

  test('of a document that was created in the same request has its location', () => {
    const refused = sendFailed('unknown', 'Why.', { rule: 'BR-1', pointer: '/note' });
    expect(createdUnsent('d1', refused)).toMatchObject({
      code: 'send_failed',
      message: 'The document was created as d1, but not sent. Why.',
      options: {
        details: [{ document_id: 'd1', rule: 'BR-1', pointer: '/note' }],
        created: '/documents/d1',
      },
    });
  });

  test('of a created document may have no details', () => {
    expect(createdUnsent('d1', new DomainError('send_failed', 'Why.')).options).toEqual({
      details: [],
      created: '/documents/d1',
    });
  });
});
