import addFormats from 'ajv-formats';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020';
import type { OpenApiDocument } from '../../src/adapters/api/openapi/document';

interface Answer {
  readonly content_types: readonly string[];
  readonly headers: readonly string[];
  /** @returns where and why a value is not what the schema says */
  fault(content_type: string, value: unknown): string | undefined;
}

export interface DescribedOperation {
  readonly id: string;
  /** Whether it answers with the bytes of a file. */
  readonly is_file: boolean;
  /** Its query parameters. */
  readonly query: readonly string[];
  answer(status: number): Answer | undefined;
  requestFault(body: unknown): string | undefined;
}

type Json = Readonly<Record<string, unknown>>;
const object = (value: unknown) => (value ?? {}) as Readonly<Record<string, Json>>;

/** The description as a judge; what a schema is compiled to is made when it is first asked for. */
export class InterfaceDescription {
  // Compiled quickly rather than to what runs quickly: most schemas are looked at a few times.
  private readonly ajv = addFormats.default(
    new Ajv2020({
      ...{ strict: false, logger: false, validateSchema: false },
      ...{ inlineRefs: false, code: { optimize: false } },
    }),
  );
  private readonly validators = new Map<string, ValidateFunction>();

  private readonly document: OpenApiDocument;

  /** @param text - the description as JSON */
  constructor(text: string) {
    this.document = JSON.parse(text) as OpenApiDocument;
    this.ajv.addSchema(this.document, 'openapi', false, false);
  }

  /** @param template - of the path: `/documents/{id}` */
  operation(template: string, method: string): DescribedOperation | undefined {
    const found = object(object(this.document.paths)[template])[method];
    if (!found) return undefined;
    const pointer = ['paths', template, method];
    const parameters = (found['parameters'] ?? []) as readonly { in?: string; name?: string }[];
    return {
      id: String(found['operationId']),
      is_file: 'Content-Disposition' in object(object(found['responses'])['200']?.['headers']),
      query: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name!] : [])),
      answer: (status) =>
        this.answer([...pointer, 'responses', String(status)], object(found['responses'])[status]),
      requestFault: (body) => {
        // A POST without a body takes an empty object instead, which is not described.
        if (!found['requestBody']) return JSON.stringify(body) === '{}' ? undefined : 'no body is described';
        return this.fault([...pointer, 'requestBody', 'content', 'application/json', 'schema'], body);
      },
    };
  }

  private answer(pointer: readonly string[], answer: Json | undefined): Answer | undefined {
    if (!answer) return undefined;
    if (typeof answer['$ref'] === 'string') {
      const target = answer['$ref'].slice(2).split('/');
      return this.answer(target, this.at(target));
    }
    const content = object(answer['content']);
    return {
      content_types: Object.keys(content),
      headers: Object.keys(object(answer['headers'])),
      fault: (content_type, value) =>
        content[content_type]?.['schema'] === undefined
          ? undefined
          : this.fault([...pointer, 'content', content_type, 'schema'], value),
    };
  }

  private at(pointer: readonly string[]): Json | undefined {
    return pointer.reduce<unknown>((place, part) => object(place)[part], this.document) as Json | undefined;
  }

  private fault(pointer: readonly string[], value: unknown): string | undefined {
    const escaped = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
    const $ref = `openapi#/${escaped.map(encodeURIComponent).join('/')}`;
    const validate = this.validators.get($ref) ?? this.ajv.compile({ $ref });
    this.validators.set($ref, validate);
    if (validate(value)) return undefined;
    const errors: readonly ErrorObject[] = validate.errors;
    return errors
      .map(
        ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
      )
      .join('; ');
  }
}
