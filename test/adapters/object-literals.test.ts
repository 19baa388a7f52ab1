import { objectLiteral } from '../../src/adapters/object-literals';

describe('an object literal', () => {
  test('has the members in their order, from names and from positions', () => {
    const named = objectLiteral([
      { name: 'b', from: 'x' },
      { name: 'a', from: 'y', convert: (value) => `${String(value)}!` },
    ]);
    expect(JSON.stringify(named({ y: 'two', x: 1, z: 'left out' }))).toBe('{"b":1,"a":"two!"}');
    const positions = objectLiteral([
      { name: 'first', from: 0 },
      { name: 'second', from: 1 },
    ]);
    expect(positions(['one', null])).toEqual({ first: 'one', second: null });
  });

  test.each([
    '__proto__',
    'constructor',
    'a"b',
    "a'b",
    'a\\',
    '${a}',
    'line\u2028end',
    '] }; throw 1; //',
    '',
  ])('takes any name as it is: %j', (name) => {
    const made = objectLiteral([{ name, from: name }])(Object.fromEntries([[name, 1]]));
    expect(Object.entries(made)).toEqual([[name, 1]]);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });
});
