import { GRANT_TYPES, MAX_LENGTHS, type TokenRequest } from '../../../domain/access/tokens';
import { isLongerThan } from '../../../domain/values/code-points';

export const PROBLEM_TYPES = [
  ...(['missing', 'literal_error', 'string_type', 'string_too_long'] as const),
  ...(['json_invalid', 'model_attributes_type'] as const),
] as const;

/** An item of the token route's 422 body. The submitted value is not repeated, because it may be a secret. */
export interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: (typeof PROBLEM_TYPES)[number];
  readonly ctx?: Readonly<Record<string, string | number>>;
}

/** The request, or every problem of its shape. Unknown fields are ignored. */
export function parseTokenRequest(body: unknown): { request: TokenRequest } | { problems: Problem[] } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return {
      problems: [{ loc: ['body'], msg: 'Input should be a JSON object', type: 'model_attributes_type' }],
    };
  }
  const members = body as Record<string, unknown>;
  const problems = [
    ...grantTypeProblems(members['grant_type']),
    ...Object.entries(MAX_LENGTHS).flatMap(([name, max]) => textProblems(name, members[name], max)),
  ];
  return problems.length > 0 ? { problems } : { request: members as unknown as TokenRequest };
}

const EXPECTED = GRANT_TYPES.map((type) => `'${type}'`).join(' or ');

function grantTypeProblems(value: unknown): Problem[] {
  const loc = ['body', 'grant_type'];
  if (value === undefined) return [{ loc, msg: 'Field required', type: 'missing' }];
  if (GRANT_TYPES.some((type) => type === value)) return [];
  return [{ loc, msg: `Input should be ${EXPECTED}`, type: 'literal_error', ctx: { expected: EXPECTED } }];
}

function textProblems(name: string, value: unknown, max_length: number): Problem[] {
  if (value === undefined || value === null) return [];
  const loc = ['body', name];
  if (typeof value !== 'string') return [{ loc, msg: 'Input should be a valid string', type: 'string_type' }];
  if (!isLongerThan(value, max_length)) return [];
  const msg = `String should have at most ${max_length} characters`;
  return [{ loc, msg, type: 'string_too_long', ctx: { max_length } }];
}
