/** The tags, in the order of the page. */
export const TAGS = [
  {
    name: 'Authentication',
    description: 'Access tokens (OAuth 2.0 client credentials) and whom they stand for.',
  },
  {
    name: 'Documents',
    description: 'Invoices, credit notes, quotes and the like: create and number, change, delete, look at.',
  },
  { name: 'Sending', description: 'Documents on their way over the Peppol e-invoicing network.' },
  { name: 'Attachments', description: 'Files that belong to a document.' },
  { name: 'Relations', description: 'Customers and suppliers: companies and contacts.' },
  { name: 'Delivery locations', description: 'Places of a relation that documents are delivered to.' },
  { name: 'Bank accounts', description: 'Accounts of the company that it is paid on.' },
  { name: 'Journals', description: 'Numbering sequences, each of a category of documents.' },
  { name: 'Brandings', description: 'How documents look: color, texts, logo.' },
  { name: 'Reference lists', description: 'Currencies, countries and units, named in four languages.' },
  { name: 'Interface description', description: 'This description, for machines and for people.' },
];

/** The introduction of the OpenAPI description; Markdown. */
export const INTRODUCTION = `Create, number, send and receive invoices.

**Start.** \`POST /auth/token\` gives an access token for \`client_id\` and \`client_secret\`. Send it as
\`Authorization: Bearer …\` (on this page: *Authorize*), then create a relation and an invoice for it.

**Data.** JSON in UTF-8. Amounts, rates and quantities are decimals as text (\`"193.60"\`); as input a JSON number of at
most 15 significant digits is taken too. Dates are \`YYYY-MM-DD\`, instants RFC 3339 in UTC. Every member is always
present in an answer: what is not set is \`null\`.

**Changes.** In a \`PATCH\`, a member that is left out stays as it is, \`null\` clears, lists and objects are replaced whole.
Resources carry an \`ETag\`; with \`If-Match\` a change is made only to that version.

**Retries.** With an \`Idempotency-Key\` a \`POST\` can be sent again: nothing happens twice, and the first answer comes again.

**Lists** come in pages: \`limit\` (1 to 200), then \`cursor\` with the \`next_cursor\` of the page before.

**Errors** are \`{"error": {"code", "message"}}\`, with \`details\` where a machine can use them. Branch on \`code\`: each
operation names those that it can answer with. \`408\`, \`413\` and \`415\` are plain text. Every answer carries an
\`X-Request-ID\`: give it to support.`;
