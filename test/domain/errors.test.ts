import { DomainError, type ErrorName, ERRORS } from '../../src/domain/errors';
import { CONTRACT, OUTSIDE } from '../support/contract-errors';

test('the catalogue of errors is that of the contract, and four more', () => {
  const answers = (Object.keys(ERRORS) as ErrorName[]).map((name) => {
    const { code, status } = new DomainError(name, 'A message.');
    return [code, status];
  });
  expect(answers).toEqual([...CONTRACT, ...OUTSIDE]);
});
