/** Who may import whom: the layers of the service. `npm run check:architecture` fails on a breach. */

const layer = (name, from, mayNot, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: mayNot,
});

/**
 * The contexts inside `domain`, `ports`, `use-cases` and `adapters/postgres`, each with the same name in every layer. A
 * context imports those before it; files outside of a folder are for all.
 */
const CONTEXTS = [
  'code-lists',
  'values',
  'amounts',
  'access',
  'numbering',
  'master-data',
  'documents',
  'e-invoicing',
  'events',
  'backups',
];
const inLayer = '^src/(?:domain|ports|use-cases|adapters/postgres)/';
const contexts = CONTEXTS.slice(0, -1).map((context, index) =>
  layer(
    `${context}-knows-no-later-context`,
    `${inLayer}${context}/`,
    { path: `${inLayer}(?:${CONTEXTS.slice(index + 1).join('|')})/` },
    'Contexts import each other in one direction.',
  ),
);

const KIT_FILES =
  '(async-variable|done-within|event-loop-turns|object-literals|process-metrics|repeated-failures)\\.ts$';

module.exports = {
  forbidden: [
    ...contexts,
    layer(
      'domain-is-pure',
      '^src/domain/',
      {
        pathNot:
          '^(src/domain/|node_modules/(big\\.js|canonicalize|ipaddr\\.js|localized-address-format)/|(node:)?crypto$)',
      },
      'Rules import rules, and pure functions: exact decimals, canonical JSON, digests, forms of network and postal addresses; nothing else.',
    ),
    layer(
      'ports-speak-domain',
      '^src/ports/',
      { pathNot: '^src/(ports|domain)/' },
      'Ports are interfaces in the words of the domain.',
    ),
    layer(
      'use-cases-know-ports',
      '^src/use-cases/',
      { pathNot: '^src/(use-cases|ports|domain)/' },
      'Use cases reach the world through ports.',
    ),
    layer(
      'adapters-know-no-other-adapter',
      '^src/adapters/([^/]+)',
      {
        path: '^src/adapters/',
        pathNot: `^src/adapters/($1|http/|workers/|${KIT_FILES})`,
      },
      'An adapter is swapped by itself; only kits are shared: HTTP, work away from the event loop, async variables, waits with a limit, object literals, turns of the event loop, the metrics of a process, and the log of repeated failures.',
    ),
    layer(
      'kits-know-no-adapter',
      `^src/adapters/(http/|workers/|${KIT_FILES})`,
      { path: '^src/adapters/', pathNot: `^src/adapters/($1|${KIT_FILES})` },
      'A kit is used by adapters and uses none.',
    ),
    layer(
      'http-kit-is-for-http',
      '^src/adapters/(?!http/|api/|management/|console/)',
      { path: '^src/adapters/http/' },
      'The HTTP kit serves the public API, management and its console, nothing else.',
    ),
    {
      name: 'one-async-storage',
      severity: 'error',
      comment: 'Each further AsyncLocalStorage makes every promise and timer take longer.',
      from: { pathNot: '^src/adapters/async-variable\\.ts$' },
      to: { path: '^(node:)?async_hooks$' },
    },
    layer(
      'core-knows-no-root',
      '^src/(?!composition/)[^/]+/',
      { path: '^src/([^/]+\\.ts$|composition/)' },
      'Only the composition root composes.',
    ),
    layer(
      'keys-name-ports',
      '^src/composition/keys\\.ts$',
      {
        path: '^src/adapters/',
        pathNot: '^src/adapters/(http/(route|request)|postgres/database|workers/parsing-pool)\\.ts$',
      },
      'An adapter is swapped without a change of its key; each exception says why at its key.',
    ),
    layer(
      'one-part-composes-postgres',
      '^src/composition/(?!(postgres|keys)\\.ts$)',
      { path: '^src/adapters/postgres/' },
      'The other parts of the composition root see PostgreSQL through ports.',
    ),
    {
      name: 'only-the-container-knows-tsyringe',
      severity: 'error',
      from: { pathNot: '^src/(container\\.ts$|composition/keys\\.ts$)' },
      to: { path: '^node_modules/(tsyringe|reflect-metadata)/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing-unlisted',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'default', 'types'],
    },
  },
};
