import type { oas31, ZodOpenApiPathItemObject } from 'zod-openapi';
import { INTRODUCTION, TAGS } from './introduction';
import { sentWebhooks } from './webhooks';

/** What a description says of an interface as a whole. */
export interface DescribedInterface {
  readonly title: string;
  /** Markdown. */
  readonly introduction: string;
  /** In the order of the page. */
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** By name; `bearer` is the default of the operations. */
  readonly security: Record<string, oas31.SecuritySchemeObject>;
  readonly webhooks?: () => Record<string, ZodOpenApiPathItemObject>;
}

export const PUBLIC_API: DescribedInterface = {
  title: 'Invoicing service',
  introduction: INTRODUCTION,
  tags: TAGS,
  security: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'The `access_token` of `POST /auth/token`; it is valid for an hour.',
    },
  },
  webhooks: sentWebhooks,
};

export const MANAGEMENT_API: DescribedInterface = {
  title: 'Invoicing service: management',
  introduction: `For the operator of the installation: companies and their clients, links from other systems, transmissions of all
companies, and messages of the e-invoicing network. It is served by the management listener only.

**Start.** Send the \`MANAGEMENT_TOKEN\` of the configuration as \`Authorization: Bearer …\`, create a company, then a client of
it. The client calls the public API, which has a description of its own. After 20 failures within a minute from one source
address, each further failed request from it is answered a second later.

**Data, changes, lists and errors** follow the rules of the public API: members without a value are \`null\`, a \`PATCH\`
replaces lists and objects as a whole, resources carry an \`ETag\` for \`If-Match\`, lists come in pages. An
\`Idempotency-Key\` is ignored.`,
  tags: [
    { name: 'Companies', description: 'The companies that keep their documents here, and their events.' },
    { name: 'Clients', description: 'The programs of a company that call the public API.' },
    {
      name: 'Links',
      description: 'What accounting and other systems report about documents and relations of a company.',
    },
    {
      name: 'Network',
      description: 'Transmissions of all companies, and messages that an access point delivers.',
    },
    { name: 'Installation', description: 'Signing keys, the clock of tests, and this description.' },
  ],
  security: {
    bearer: { type: 'http', scheme: 'bearer', description: 'The `MANAGEMENT_TOKEN` of the configuration.' },
    network: {
      type: 'http',
      scheme: 'bearer',
      description: 'The `NETWORK_TOKEN` of the configuration, for the access point only.',
    },
  },
};
