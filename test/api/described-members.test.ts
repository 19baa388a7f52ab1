import { describedApi, describedManagement } from '../../scripts/described-api';

type Json = Readonly<Record<string, unknown>>;
const entries = (value: unknown) => Object.entries((value ?? {}) as Readonly<Record<string, Json>>);

/** The places of a schema's members that have no description. */
function undescribedMembers(schema: Json | undefined, place: string): string[] {
  if (!schema) return [];
  const members = entries(schema['properties']).flatMap(([name, member]) => [
    ...(isDescribed(member) ? [] : [`${place}.${name}`]),
    ...undescribedMembers(member, `${place}.${name}`),
  ]);
  const parts = (['anyOf', 'oneOf', 'allOf'] as const).flatMap((key) => (schema[key] ?? []) as Json[]);
  const nested = [schema['items'], schema['additionalProperties'], ...parts].filter(
    (part): part is Json => typeof part === 'object',
  );
  return [...members, ...nested.flatMap((part) => undescribedMembers(part, place))];
}

/** Whether it has a sentence. */
function isDescribed({ description }: Json): boolean {
  return typeof description === 'string' && /[.)]$/.test(description) && description.length > 5;
}

const undescribedContent = (holder: Json | undefined, place: string) =>
  entries(holder?.['content']).flatMap(([, { schema }]) => undescribedMembers(schema as Json, place));

function undescribedIn(document: Json): string[] {
  const components = document['components'] as Readonly<Record<string, Json>>;
  const operations = [...entries(document['paths']), ...entries(document['webhooks'])].flatMap(([, item]) =>
    entries(item).map(([, operation]) => operation),
  );
  return [
    ...entries(components['schemas']).flatMap(([name, schema]) => undescribedMembers(schema, name)),
    ...entries(components['responses']).flatMap(([name, answer]) => [
      ...(isDescribed(answer) ? [] : [name]),
      ...undescribedContent(answer, name),
    ]),
    ...entries(components['headers']).flatMap(([name, header]) => (isDescribed(header) ? [] : [name])),
    ...entries(components['parameters']).flatMap(([name, parameter]) =>
      isDescribed(parameter) ? [] : [name],
    ),
    ...operations.flatMap((operation) => {
      const id = String(operation['operationId']);
      const parameters = (operation['parameters'] ?? []) as Json[];
      return [
        ...(isDescribed(operation) ? [] : [id]),
        ...parameters.flatMap((parameter) =>
          '$ref' in parameter || isDescribed(parameter) ? [] : [`${id} ?${String(parameter['name'])}`],
        ),
        ...undescribedContent(operation['requestBody'] as Json, `${id} request`),
        ...entries(operation['responses']).flatMap(([status, answer]) =>
          undescribedContent(answer, `${id} ${status}`),
        ),
      ];
    }),
  ];
}

describe('the interface description', () => {
  test.each([
    ['the public API', describedApi],
    ['management', describedManagement],
  ])('of %s says of every member, parameter and operation what it means', (_interface, describe) => {
    expect(undescribedIn(describe() as unknown as Json)).toEqual([]);
  });

  test('is not complete when a description is missing', () => {
    const broken = JSON.parse(JSON.stringify(describedApi())) as {
      components: { schemas: Record<string, { properties: Record<string, { description?: string }> }> };
      paths: Record<string, Record<string, { parameters: { description?: string }[] }>>;
    };
    delete broken.components.schemas['Document']!.properties['number']!.description;
    delete broken.paths['/documents']!['get']!.parameters[0]!.description;
    expect(undescribedIn(broken)).toEqual(['Document.number', 'listDocuments ?type']);
  });

  test('names the terms of EN 16931', () => {
    const text = JSON.stringify(describedApi());
    for (const term of [
      'BT-1)',
      'BT-2)',
      'BT-5)',
      'BT-9)',
      'BT-10)',
      'BT-13)',
      'BT-22)',
      'BT-25)',
      'BT-115)',
      'BT-131)',
      'BT-151)',
    ])
      expect([term, text.includes(term)]).toEqual([term, true]);
  });

  test('has an example of every body that is JSON', () => {
    const { paths, webhooks } = describedApi() as unknown as Json;
    const without = [...entries(paths), ...entries(webhooks)]
      .flatMap(([, item]) => entries(item).map(([, operation]) => operation))
      .flatMap((operation) => {
        const id = String(operation['operationId']);
        const answers = entries(operation['responses']).filter(([status]) => /^2\d\d$/.test(status));
        const bodies = [['request', operation['requestBody'] as Json] as const, ...answers];
        return bodies.flatMap(([name, body]) => {
          const json = entries(body?.['content']).find(([type]) => type === 'application/json')?.[1];
          return json && !json['examples'] ? [`${id} ${name}`] : [];
        });
      });
    expect(without).toEqual(['getInterfaceDescription 200']);
  });

  test('has the events that are sent to webhooks', () => {
    const { webhooks } = describedApi();
    expect(Object.keys(webhooks!)).toEqual([
      'document',
      'attachment',
      'relation',
      'delivery-location',
      'bank-account',
      'journal',
      'branding',
      'test',
    ]);
  });
});
