import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Rules of the validator that its recommended set leaves out. */
const STYLE_RULES = [
  ...['operation-description', 'operation-singular-tag', 'operation-tag-defined', 'parameter-description'],
  ...['tag-description', 'component-name-unique', 'paths-kebab-case', 'spec-strict-refs'],
  ...[
    'no-required-schema-properties-undefined',
    'no-invalid-schema-examples',
    'no-invalid-parameter-examples',
  ],
  ...['array-parameter-serialization', 'path-http-verbs-order', 'no-schema-type-mismatch'],
];

/** What a validator of OpenAPI finds in a description. */
export async function problemsOf(description: object): Promise<string[]> {
  const problems = await lintFromString({
    source: JSON.stringify(description),
    absoluteRef: 'openapi.json',
    config: await createConfig({
      extends: ['recommended'],
      rules: {
        'operation-4xx-response': 'off', // a public page has no errors
        ...Object.fromEntries(STYLE_RULES.map((rule) => [rule, 'error'])),
      },
    }),
  });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}
