import { readFileSync } from 'node:fs';
import path from 'node:path';
import { configSchema, ConfigError, loadConfig } from '../../src/config';

const read = (file: string) => readFileSync(path.join(__dirname, '../..', file), 'utf8');
const variables = Object.keys(configSchema.shape) as (keyof typeof configSchema.shape)[];

/** As the pages write it; undefined where there is none. */
function defaultOf(name: (typeof variables)[number]): string | undefined {
  const value = loadConfig({})[name];
  return typeof value === 'object' ? JSON.stringify(value) : value?.toString();
}

interface Row {
  readonly name: string;
  readonly may_be: string;
  readonly by_default: string;
  readonly must_be_set: string;
}
const rows = read('docs/configuration.md')
  .split('\n')
  .filter((line) => /^\| `[A-Z]/.test(line))
  .map((line): Row => {
    const [, name = '', may_be = '', by_default = '', , must_be_set = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    return { name: name.replaceAll('`', ''), may_be, by_default, must_be_set };
  });

/** The variables of a complete configuration. */
const COMPLETE = {
  production: {
    NODE_ENV: 'production',
    JWT_KEYS: `first:${'a'.repeat(32)}`,
    MANAGEMENT_TOKEN: 'sixteen-letters!',
    DATABASE_URL: 'postgres://localhost/invoicing',
  },
  phoss: {
    EINVOICE_NETWORK: 'phoss',
    PHOSS_URL: 'http://localhost',
    PHOSS_TOKEN: 'x',
    NETWORK_TOKEN: 'n'.repeat(16),
  },
  openid: {
    OIDC_ISSUER: 'https://login.example',
    OIDC_CLIENT_ID: 'invoicing',
    OIDC_CLIENT_SECRET: 'x',
    CONSOLE_URL: 'https://invoicing.example',
    OIDC_OPERATORS: 'anna@example.com',
    OIDC_VIEWERS: 'groups=viewers',
  },
  s3: {
    STORAGE: 's3',
    S3_ENDPOINT: 'http://localhost',
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY: 'x',
    S3_SECRET_KEY: 'x',
  },
} as const;

function refuses(env: Readonly<Record<string, string>>): boolean {
  try {
    loadConfig(env);
    return false;
  } catch (error) {
    if (error instanceof ConfigError) return true;
    throw error;
  }
}

describe('the page on the configuration', () => {
  test('has each variable once, and no other', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...variables].sort());
  });

  test.each(variables)('has the default of %s', (name) => {
    const value = defaultOf(name);
    expect(rows.find((row) => row.name === name)?.by_default).toBe(
      value === undefined ? 'unset' : `\`${value}\``,
    );
  });

  test('has the bounds of whole numbers', () => {
    const bounded = rows.flatMap(({ name, may_be }) => {
      const [, min, max] = /^(\d+) to (\d+)(?:, or `auto`)?$/.exec(may_be) ?? [];
      return min === undefined ? [] : [{ name, min: Number(min), max: Number(max) }];
    });
    expect(bounded.map(({ name }) => name).sort()).toEqual(
      variables.filter((name) => typeof loadConfig({})[name] === 'number').sort(),
    );
    for (const { name, min, max } of bounded) {
      const refused = [min - 1, min, max, max + 1].map((value) => refuses({ [name]: String(value) }));
      expect({ name, refused }).toEqual({ name, refused: [true, false, false, true] });
    }
  });

  test('has the values of closed sets', () => {
    const sets = rows.filter(({ may_be }) => /^`\w+`(, `\w+`)+$/.test(may_be));
    expect(sets.map(({ name }) => name)).toEqual([
      'NODE_ENV',
      'LOG_LEVEL',
      'LOG_FORMAT',
      'MCP',
      'TRUST_PROXY',
      'STORAGE',
      'EINVOICE_NETWORK',
    ]);
    for (const { name, may_be } of sets) {
      const { shape } = configSchema;
      const input = shape[name as keyof typeof shape];
      const members = may_be.replaceAll('`', '').split(', ');
      const complete = { ...COMPLETE.production, ...COMPLETE.phoss, ...COMPLETE.s3 };
      for (const member of members) expect(refuses({ ...complete, [name]: member })).toBe(false);
      const issue = input.safeParse('no member').error!.issues[0] as { values?: unknown };
      expect(issue.values).toEqual(members);
    }
  });

  test('says which variables are required, and when', () => {
    const named = (when: string) =>
      rows.filter(({ must_be_set }) => must_be_set === when).map(({ name }) => name);
    const needed = (env: Readonly<Record<string, string>>, of: object) =>
      Object.keys(of).filter((name) => refuses({ ...env, [name]: '' }));
    const { production, phoss, s3 } = COMPLETE;
    expect(named('in production').sort()).toEqual(needed(production, production).sort());
    expect(named('with `s3`').sort()).toEqual(needed(s3, s3).sort());
    expect(named('with `phoss`').sort()).toEqual(needed(phoss, phoss).sort());
    const both = { ...production, ...phoss };
    expect([...named('in production with `phoss`'), ...named('with `phoss`')].sort()).toEqual(
      needed(both, phoss).sort(),
    );
    for (const one of ['TLS_CERT_FILE', 'TLS_KEY_FILE']) {
      const [other] = named(`with \`${one}\``);
      expect([refuses({ [one]: 'x' }), refuses({ [one]: 'x', [other!]: 'x' })]).toEqual([true, false]);
    }
    expect(named('for OpenID Connect').sort()).toEqual(Object.keys(COMPLETE.openid).sort());
    for (const name of Object.keys(COMPLETE.openid)) {
      const is_alone = ['OIDC_OPERATORS', 'OIDC_VIEWERS'].includes(name);
      expect({ name, refused: refuses({ ...COMPLETE.openid, [name]: '' }) }).toEqual({
        name,
        refused: !is_alone,
      });
      expect(refuses({ [name]: COMPLETE.openid[name as keyof typeof COMPLETE.openid] })).toBe(true);
    }
    expect(refuses({ ...COMPLETE.openid, OIDC_OPERATORS: '', OIDC_VIEWERS: '' })).toBe(true);
    const whens = [
      ...['in production', 'with `s3`', 'with `phoss`', 'in production with `phoss`'],
      'for OpenID Connect',
    ];
    const others = rows.filter(({ must_be_set }) => must_be_set !== '' && !whens.includes(must_be_set));
    expect(others.map(({ name }) => name)).toEqual(['TLS_CERT_FILE', 'TLS_KEY_FILE']);
  });
});

describe('.env.example', () => {
  const shown = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
    ([, name, value]) => ({
      name: name as (typeof variables)[number],
      value: value!,
    }),
  );

  test('has each variable once, and no other', () => {
    expect(shown.map(({ name }) => name).sort()).toEqual([...variables].sort());
  });

  test('has defaults, and otherwise nothing or a valid example', () => {
    for (const { name, value } of shown) {
      const by_default = defaultOf(name);
      if (by_default !== undefined) expect({ name, value }).toEqual({ name, value: by_default });
      else expect({ name, refused: refuses({ [name]: value }) }).toEqual({ name, refused: false });
    }
  });
});
