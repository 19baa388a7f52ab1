/** The tags, in the order of the page. */
export const TAGS = [
  {
    name: 'Authentication',
    description: 'Access tokens (OAuth 2.0 client credentials), and the caller of a token.',
  },
  {
    name: 'Documents',
    description: 'Invoices, credit notes, quotes and other types: create and number, change, delete, read.',
  },
  { name: 'Sending', description: 'Sending documents over the Peppol e-invoicing network.' },
  { name: 'Attachments', description: 'Files that belong to a document.' },
  { name: 'Payments', description: 'What was paid of a document, which reduces its open amount.' },
  { name: 'Relations', description: 'Customers and suppliers: companies and contacts.' },
  { name: 'Delivery locations', description: 'Locations to which goods of a relation are delivered.' },
  { name: 'Bank accounts', description: 'Accounts of the company that its documents ask to pay to.' },
  { name: 'Journals', description: 'Series of numbers, each for documents of one category.' },
  { name: 'Brandings', description: 'How documents look: color, texts, logo.' },
  {
    name: 'Events',
    description: 'What happened, in order: a feed to read or to wait for, signed checkpoints, and evidence.',
  },
  {
    name: 'Webhooks',
    description: 'Events that are sent to a URL of the client, signed (Standard Webhooks).',
  },
  { name: 'Reference lists', description: 'Currencies, countries and units, named in four languages.' },
  { name: 'Interface description', description: 'This description, for machines and for people.' },
];

/** The introduction of the OpenAPI description; Markdown. */
export const INTRODUCTION = `Create, number, send and receive invoices.

**Start.** \`POST /auth/token\` returns an access token for \`client_id\` and \`client_secret\`. Send it as
\`Authorization: Bearer …\` (on \`/docs\`: *Get a token*), then create a relation and an invoice for it.

**Data.** JSON in UTF-8. Amounts, rates and quantities are decimals as text (\`"193.60"\`); as input a JSON number of at
most 15 significant digits is accepted too. Dates are \`YYYY-MM-DD\`, instants RFC 3339 in UTC. Every member is always
present in a response; a member without a value is \`null\`.

**Changes.** In a \`PATCH\`, a missing member does not change, \`null\` clears, and lists and objects are replaced as a whole.
Resources carry an \`ETag\`; with \`If-Match\` a change is made only to that version.

**Own ids.** \`external_id\` (one resource per kind) and \`metadata\` belong to your system: they are returned, and neither
printed nor sent. \`PUT …/own-data\` replaces them in every state, also on sent and received documents.

**Retries.** With an \`Idempotency-Key\` a \`POST\` can be repeated: it takes effect only once, and the first response is returned again.

**Lists** come in pages: \`limit\` (1 to 200), then \`cursor\` with the \`next_cursor\` of the previous page.

**Errors** are \`{"error": {"code", "message"}}\`, some with \`details\` for programs. Branch on \`code\`: each operation
lists its codes. \`408\`, \`413\` and \`415\` are plain text. Every response has an \`X-Request-ID\`, which identifies
the request for support.`;
