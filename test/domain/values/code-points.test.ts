import { firstCodePoints, isLongerThan } from '../../../src/domain/values/code-points';

const FACE = '😀'; // two UTF-16 units

describe('The first characters of a text', () => {
  test.each([
    ['', 3, ''],
    ['ab', 3, 'ab'],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    [FACE.repeat(3), 3, FACE.repeat(3)],
    [FACE.repeat(4), 3, FACE.repeat(3)],
    [`a${FACE}b${FACE}`, 3, `a${FACE}b`],
    [FACE, 1, FACE],
    ['abc', 0, ''],
  ])('%p, at most %i: %p', (text, count, expected) => {
    expect(firstCodePoints(text, count)).toBe(expected);
  });
});

describe('A text is longer than a number of characters', () => {
  test.each([
    ['', 0, false],
    ['a', 0, true],
    ['abc', 3, false],
    ['abcd', 3, true],
    ['abcdefg', 3, true],
    [FACE.repeat(3), 3, false],
    [FACE.repeat(4), 3, true],
    [`${FACE}ab`, 3, false],
    [`${FACE}abc`, 3, true],
  ])('%p than %i: %p', (text, count, expected) => {
    expect(isLongerThan(text, count)).toBe(expected);
  });
});
