import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '../..');
const page = readFileSync(path.join(ROOT, 'docs/security-verification.md'), 'utf8');

/** How many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has; they are numbered from 1. */
const SECTIONS: Readonly<Record<string, number>> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5 },
  ...{ '6.6': 3, '6.8': 4, '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2 },
  ...{ '8.2': 3, '8.3': 1, '8.4': 1, '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11 },
  ...{ '10.5': 5, '10.6': 2, '10.7': 3, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4 },
  ...{ '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
  ...{ '17.1': 1, '17.2': 4, '17.3': 2 },
};
const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

/** Rows that begin with numbers of requirements, by the heading that they stand under. */
const rows = page.split(/^## /m).flatMap((section) => {
  const heading = section.slice(0, section.indexOf('\n'));
  return [...section.matchAll(/^\| ([\d., ]+?) *\|(.*)\|$/gm)].map(([, numbers, rest]) => ({
    heading,
    numbers: numbers!.split(',').map((number) => number.trim()),
    cells: rest!.split('|').map((cell) => cell.trim()),
  }));
});
const judged = rows.filter(({ heading }) => /^V\d/.test(heading));
const left_out = rows.filter(({ heading }) => heading === 'What does not apply');
const gaps = rows.filter(({ heading }) => heading === 'Gaps').flatMap(({ numbers }) => numbers);

describe('the page on security verification', () => {
  test('has each requirement of levels 1 and 2 once, and no other', () => {
    expect(REQUIREMENTS).toHaveLength(253);
    const named = [...judged, ...left_out].flatMap(({ numbers }) => numbers);
    expect(named.sort()).toEqual([...REQUIREMENTS].sort());
  });

  test('gives each that applies a state, and lists each gap', () => {
    for (const { numbers, cells } of judged) {
      const [, state = '', where = ''] = cells;
      expect(['met', 'operator', 'partly', 'no']).toContain(state);
      expect({ numbers, where }).not.toEqual({ numbers, where: '' });
      if (['partly', 'no'].includes(state))
        expect({ numbers, is_listed: numbers.some((number) => gaps.includes(number)) }).toEqual({
          numbers,
          is_listed: true,
        });
    }
  });

  test('names a test, a script or another page for what is met', () => {
    for (const { numbers, cells } of judged) {
      const [, state, where = ''] = cells;
      if (state === 'met')
        expect({ numbers, is_shown: /`(?:test|src|scripts)\/|\]\(/.test(where) }).toEqual({
          numbers,
          is_shown: true,
        });
    }
    const tested = judged.filter(({ cells: [, , where = ''] }) => where.includes('`test/'));
    expect(tested.length).toBeGreaterThan(judged.length * 0.8);
  });

  test('names only existing files', () => {
    const files = [
      ...page.matchAll(/`((?:src|test|docs|db|scripts)\/[^`\s]+|Dockerfile|compose\.yaml)`/g),
    ].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(150);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });
});
