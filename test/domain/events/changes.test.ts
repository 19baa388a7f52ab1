import type { Client } from '../../../src/domain/access/client';
import { changedMembers, clientVerb, dataOf, documentVerb } from '../../../src/domain/events/changes';
import { aDocument } from '../../support/documents';

describe('What happened to a document', () => {
  const document = { ...aDocument(), peppol_status: null, responses: [] };
  const response = (direction: 'sent' | 'received') => ({ responses: [{ direction }] as never });

  test.each([
    ['pending', 'send_accepted'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['failed', 'failed'],
    ['rejected', 'rejected'],
  ] as const)('is, when its status on the network becomes %s: %s', (peppol_status, verb) => {
    expect(documentVerb(document, { ...document, peppol_status })).toBe(verb);
  });

  test.each([
    ['the company has responded', response('sent'), 'response_sent'],
    ['the customer has responded', response('received'), 'response_received'],
    ['accounting has it', { accounting_status: 'transmitted' }, 'transmitted'],
    ['it was marked as sent', { marked_sent: true }, 'marked_sent'],
    ['its text differs', { note: 'x' }, 'updated'],
    ['it can be sent again', { peppol_status: null }, 'updated'],
  ] as const)('is, when %s, %j: %s', (_, change, verb) => {
    const before = { ...document, peppol_status: 'failed', accounting_status: 'pending', marked_sent: false };
    expect(documentVerb(before as never, { ...before, ...change } as never)).toBe(verb);
  });

  test('is its status on the network, when a response came too', () => {
    const after = { ...document, ...response('received'), peppol_status: 'delivered' as const };
    expect(documentVerb(document, after)).toBe('delivered');
  });

  test('is its first response, and not one that is missing before and after', () => {
    const without = { peppol_status: null };
    expect(documentVerb(without, { ...without, ...response('sent') })).toBe('response_sent');
    expect(documentVerb(without, without)).toBe('updated');
  });

  test('is not a response that it had before', () => {
    const before = { ...document, ...response('sent') };
    expect(documentVerb(before, { ...before, note: 'x' })).toBe('updated');
  });
});

test('a client with another hash has a new secret, else it was updated', () => {
  const client = { secret_hash: 'a', name: 'Shop' } as Client;
  expect(clientVerb(client, { ...client, secret_hash: 'b' })).toBe('secret_rotated');
  expect(clientVerb(client, { ...client, name: 'Web shop' })).toBe('updated');
});

describe('The changed members', () => {
  test('are those that differ, sorted, and no others', () => {
    const before = { note: 'x', lines: [{ name: 'a' }], currency: 'EUR', due_date: null };
    expect(changedMembers(before, { ...before, note: 'y', lines: [{ name: 'b' }] })).toEqual([
      'lines',
      'note',
    ]);
    expect(changedMembers(before, { ...before, lines: [{ name: 'a' }] })).toEqual([]);
    expect(changedMembers(before, { ...before, due_date: '2026-07-01' })).toEqual(['due_date']);
  });

  test('are none of those that are not known from before', () => {
    expect(changedMembers({ note: 'x', due_date: undefined }, { note: 'y', due_date: '2026-07-01' })).toEqual(
      ['note'],
    );
  });

  test('are none of those that the digest leaves out, and none that was not there before', () => {
    expect(changedMembers({ updated_at: 'a', allowed_actions: [] }, { updated_at: 'b', new: 1 })).toEqual([]);
  });
});

describe('The data of an event', () => {
  const valued = (...names: string[]) => Object.fromEntries(names.map((name) => [name, `its ${name}`]));
  const personal = valued('iban', 'email', 'note', 'buyer', 'lines', 'secret_hash');

  test('are, for a document, its number, states and totals, and never texts or parties', () => {
    const shown = {
      ...valued('number', 'type', 'status', 'peppol_status', 'payment_status', 'relation_id', 'external_id'),
      totals: { tax: '1.00' },
    };
    const others = valued('name', 'code', 'filename');
    expect(dataOf('document', { ...personal, ...others, ...shown })).toEqual(shown);
  });

  test('are, for others, names, ids and what tells files apart', () => {
    const shown = {
      ...valued('name', 'first_name', 'last_name', 'type', 'code', 'external_id'),
      ...valued('relation_id', 'document_id', 'filename', 'sha256'),
    };
    const others = valued('number', 'status', 'totals');
    expect(dataOf('relation', { ...personal, ...others, ...shown })).toEqual(shown);
  });

  test('have what is null, and nothing that is absent', () => {
    expect(Object.keys(dataOf('relation', { name: 'Emma', code: undefined, external_id: null }))).toEqual([
      ...['name', 'external_id'],
    ]);
  });
});
