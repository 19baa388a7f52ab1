import { DomainError, type ErrorName, ERRORS } from '../../src/domain/errors';
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
