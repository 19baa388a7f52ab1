import {
  BANK_ACCOUNTS,
  CLIENTS,
  COMPANIES,
  type Container,
  DOCUMENTS,
  get,
  RELATIONS,
  UNITS_OF_WORK,
} from './composition/keys';
import { ACTIONS } from './domain/access/permission';

/** Creates demo data for a first invoice: a company with journals and a bank account, and a client. */
export async function seedDemo(
  container: Container,
): Promise<{ company_id: string; client_id: string; client_secret: string }> {
  const unit = get(container, UNITS_OF_WORK).open();
  const company = await get(container, COMPANIES).create(unit, {
    name: 'Demo Company',
    vat: 'BE0123456749',
    identifier: '0123456749',
    electronic_address: '0208:0123456749',
    email: 'billing@demo.example',
    address: {
      country_code: 'BE',
      street: 'Rue de la Loi',
      street_number: '16',
      postal_code: '1000',
      city: 'Brussels',
    },
  });
  await get(container, BANK_ACCOUNTS).create(unit, company.id, {
    reference: 'BE68539007547034',
    bic: 'GKCCBEBB',
    name: 'Demo account',
  });
  const all = [...ACTIONS];
  const client = await get(container, CLIENTS).create(
    unit,
    company.id,
    {
      name: 'Demo client',
      permissions: { document: all, relation: all, bank_account: all, journal: all, branding: all },
    },
    {},
  );
  const { client_id, client_secret } = client;
  return { company_id: company.id, client_id, client_secret };
}

/** Creates invoices of the only company to one customer, and sends none. */
export async function seedDocuments(container: Container, company_id: string, count: number): Promise<void> {
  const unit = () => get(container, UNITS_OF_WORK).open();
  const customer = await get(container, RELATIONS).create(unit(), company_id, {
    type: 'company',
    name: 'Demo Customer',
    electronic_address: TEST_PARTICIPANT,
    address: {
      country_code: 'BE',
      street: 'Meir',
      street_number: '1',
      postal_code: '2000',
      city: 'Antwerp',
    },
  });
  for (let number = 1; number <= count; number++) {
    await get(container, DOCUMENTS).create(unit(), company_id, {
      type: 'invoice',
      relation_id: customer.id,
      lines: [
        {
          name: `Consulting, part ${number}`,
          quantity: String((number % 8) + 1),
          unit: 'HUR',
          unit_price: '95',
          vat_rate: '21',
        },
      ],
    });
  }
}

/** A participant of the sandbox that receives everything. */
const TEST_PARTICIPANT = '0088:5412345000013';

/** The credentials of a demo client, and the sessions in which they are used. */
export function demoText(api: string, demo: { client_id: string; client_secret: string }): string {
  return `
A demo company was created. The credentials of its client are shown only once:
  client_id      ${demo.client_id}
  client_secret  ${demo.client_secret}

Paste this into a shell:
${demoSession(api, demo)}
Then this, to watch events as they happen, until Ctrl-C:
${WATCH_SESSION}`;
}

/**
 * Shell commands that create an invoice with the client's credentials, send it to a participant of the sandbox, wait
 * until it is delivered, and save its PDF. They need curl and sed, and work as often as they are pasted.
 */
export function demoSession(
  api: string,
  { client_id, client_secret }: { client_id: string; client_secret: string },
): string {
  return `
API=${api}
TOKEN=$(curl -s $API/auth/token -H 'Content-Type: application/json' \\
  -d '{"grant_type":"client_credentials","client_id":"${client_id}","client_secret":"${client_secret}"}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

RELATION=$(curl -s "$API/relations?ignore_duplicate=true" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"type":"company","name":"Example Customer","electronic_address":"${TEST_PARTICIPANT}","address":{"country_code":"BE","street":"Meir","street_number":"1","postal_code":"2000","city":"Antwerp"}}' \\
  | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')

INVOICE=$(curl -s $API/documents -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"type":"invoice","relation_id":"'$RELATION'","lines":[{"name":"Consulting","quantity":"8","unit":"HUR","unit_price":"95","vat_rate":"21"}]}' \\
  | sed 's/^{"id":"\\([^"]*\\)".*/\\1/')

curl -s $API/documents/$INVOICE/send -X POST -H "Authorization: Bearer $TOKEN"; echo
curl -s "$API/events?resource_id=$INVOICE&types=document.delivered&wait_s=30" -H "Authorization: Bearer $TOKEN"; echo
curl -s $API/documents/$INVOICE/file -H "Authorization: Bearer $TOKEN" -o invoice.pdf && echo "The invoice is delivered: see invoice.pdf"
`;
}

/** Shell commands that print each event from the first on, as it happens. They go on from `demoSession`. */
export const WATCH_SESSION = `
AFTER=0
while PAGE=$(curl -sf "$API/events?after=$AFTER&wait_s=30" -H "Authorization: Bearer $TOKEN"); do
  echo "$PAGE"
  AFTER=$(echo "$PAGE" | sed 's/.*"after":\\([0-9]*\\)}$/\\1/')
done
`;
