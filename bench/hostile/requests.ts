import { randomUUID } from 'node:crypto';
import { PeppolUblWriter } from '../../src/adapters/e-invoicing/writing/ubl-writer';
import { BUYER, documentOf } from '../in-process';

/** A request that is expensive for its size if a regular expression, a parser or a queue has a flaw. */
export interface HostileRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly listener?: 'api' | 'management';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | FormData;
}

const JSON_BODY = { 'content-type': 'application/json' };

/** An amount of 60,000 zeros and a letter, as a file to be imported. */
export function longDecimal(): HostileRequest {
  return importOf(
    Buffer.from(ublWith(`<cbc:PayableAmount currencyID="EUR">${'0'.repeat(60_000)}x`)),
    'a.xml',
  );
}

/** Two rules of 240 KB that apply to 30,000 elements. */
export function styledSvg(branding_id: string): HostileRequest {
  const declarations = 'fill:red;'.repeat(22_222);
  const style = `<style>*{${declarations}}g{${declarations}}</style>`;
  return {
    method: 'PUT',
    path: `/brandings/${branding_id}/logo`,
    headers: { 'content-type': 'image/svg+xml' },
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${style}${'<g/>'.repeat(30_000)}</svg>`,
  };
}

/** Unterminated objects, followed by 50,000 comments. */
export function endlessObjects(): HostileRequest {
  const objects = Array.from({ length: 1_600 }, (_, n) => `%${n + 1} 0 obj[/ObjStm\n`).join('');
  return importOf(Buffer.from(`%PDF-1.7\n${objects}${'%\n'.repeat(50_000)}`), 'a.pdf');
}

/** 8,000 objects that resemble embedded files. */
export function manyObjects(): HostileRequest {
  const objects = Array.from({ length: 8_000 }, (_, n) => `${n + 1} 0 obj(/ObjStm/EF`).join('');
  return importOf(Buffer.from(`%PDF-1.7\n${objects}`), 'a.pdf');
}

export function dottedEmail(): HostileRequest {
  const email = `a@${'.'.repeat(40_000)} `;
  const body = JSON.stringify({ type: 'contact', first_name: 'A', last_name: 'B', email });
  return { method: 'POST', path: '/relations', headers: JSON_BODY, body };
}

export function dottedEmailFilter(): HostileRequest {
  return { method: 'GET', path: `/relations?email=a@${'.'.repeat(15_000)}%20` };
}

export function spacedToken(): HostileRequest {
  const authorization = `Bearer a${' '.repeat(15_000)}b`;
  return { method: 'GET', path: '/management/companies', listener: 'management', headers: { authorization } };
}

/** A token request with an unknown client id. */
export function guess(): HostileRequest {
  const body = { grant_type: 'client_credentials', client_id: randomUUID(), client_secret: randomUUID() };
  return { method: 'POST', path: '/auth/token', headers: JSON_BODY, body: JSON.stringify(body) };
}

/** An invoice to a company of the installation with the given number of small embedded files. */
export function manyFiles(count: number, network_token: string): HostileRequest {
  const files = Array.from(
    { length: count },
    (_, n) =>
      `<cac:AdditionalDocumentReference><cbc:ID>${n}</cbc:ID><cac:Attachment>` +
      '<cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="a.csv">YTtiCg==</cbc:EmbeddedDocumentBinaryObject>' +
      '</cac:Attachment></cac:AdditionalDocumentReference>',
  ).join('');
  const xml = ublOf(randomUUID().slice(0, 20)).replace(
    '<cac:AccountingSupplierParty>',
    `${files}<cac:AccountingSupplierParty>`,
  );
  const headers = { authorization: `Bearer ${network_token}`, 'content-type': 'application/xml' };
  return { method: 'POST', path: '/management/network/inbound', listener: 'management', headers, body: xml };
}

function importOf(bytes: Buffer, filename: string): HostileRequest {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), filename);
  return { method: 'POST', path: '/documents/import', body };
}

function ublWith(payable: string): string {
  return ublOf('H-1').replace(/<cbc:PayableAmount[^<]*/, payable);
}

function ublOf(number: string): string {
  const document = documentOf(3, { number });
  return Buffer.from(new PeppolUblWriter().write(document)).toString();
}

/** The buyer that incoming documents must have. */
export const RECEIVING_COMPANY = BUYER;
