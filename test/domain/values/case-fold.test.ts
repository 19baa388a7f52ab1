import { toNfc, foldCase } from '../../../src/domain/values/case-fold';

const ACUTE = '\u0301';
const BELOW = '\u0323';
const JOINER = '\u034f';

describe('A case-folded text', () => {
  test.each([
    ['be', 'BE'],
    ['Straße', 'STRASSE'],
    ['ẞ', 'SS'],
    ['ΟΔΟΣ', 'οδος'],
    ['ς', 'Σ'],
    ['İ', 'i\u0307'],
    [`e${ACUTE}`, 'É'],
  ])('is the same for %s and %s', (first, second) => {
    expect(foldCase(first)).toBe(foldCase(second));
  });

  test('is in upper case', () => {
    expect(foldCase('Straße ς')).toBe('STRASSE Σ');
  });
});

describe('A composed text', () => {
  test('is in NFC', () => {
    expect(toNfc(`e${ACUTE}`)).toBe('é');
    expect(toNfc(`a${ACUTE}${BELOW}`)).toBe(`a${ACUTE}${BELOW}`.normalize('NFC'));
    expect(toNfc('plain')).toBe('plain');
  });

  test('has a joiner after every thirty combining marks', () => {
    const letter = 'x';
    expect(toNfc(letter + ACUTE.repeat(30))).toBe(letter + ACUTE.repeat(30));
    expect(toNfc(letter + ACUTE.repeat(31))).toBe(letter + ACUTE.repeat(30) + JOINER + ACUTE);
    expect(toNfc(letter + ACUTE.repeat(61))).toBe(
      letter + ACUTE.repeat(30) + JOINER + ACUTE.repeat(30) + JOINER + ACUTE,
    );
  });

  test('is unchanged when it is composed again', () => {
    const long = toNfc(`x${ACUTE.repeat(100)}`);
    expect(toNfc(long)).toBe(long);
    const parted = `x${ACUTE.repeat(30)}${JOINER}`;
    expect(toNfc(parted)).toBe(parted);
    expect(toNfc(`x${ACUTE.repeat(29)}${JOINER}${ACUTE}`)).toBe(`x${ACUTE.repeat(29)}${JOINER}${ACUTE}`);
  });
});
