import { DomainError, type ErrorName, ERRORS, existing } from '../../src/domain/errors';
import { CONTRACT, OUTSIDE } from '../support/contract-errors';

test('the catalogue of errors is that of the contract, and five more', () => {
  const answers = (Object.keys(ERRORS) as ErrorName[]).map((name) => {
    const { code, status } = new DomainError(name, 'A message.');
    return [code, status];
  });
  expect(answers).toEqual([...CONTRACT, ...OUTSIDE]);
});

test('an expected failure is distinguished from a broken assumption by its name', () => {
  const error = new DomainError('not_found', 'A message.');
  expect([error.name, error.message, error.options]).toEqual(['DomainError', 'A message.', {}]);
});

test('a resource that does not exist is not found, and an existing one is returned', () => {
  const found = {};
  expect(existing(found, 'journal')).toBe(found);
  expect(() => existing(undefined, 'journal')).toThrow(new DomainError('not_found', 'No such journal.'));
});
