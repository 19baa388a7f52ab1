import { MemoryBudget } from '../../../src/adapters/http/requests/memory-budget';

const KIB = 1024;
const REFUSAL = { error: 'internal_error', options: { retry_after_s: 2 } };

describe('A budget of memory for request bodies', () => {
  test('refuses a large body beyond it until another one is released', () => {
    const budget = new MemoryBudget(400 * KIB);
    const first = budget.open();
    first.add(300 * KIB);
    const refused = budget.open();
    expect(() => refused.add(101 * KIB)).toThrow(expect.objectContaining(REFUSAL));
    refused.release();
    budget.open().add(100 * KIB);
    first.release();
    budget.open().add(300 * KIB);
  });

  test('lets small bodies pass when it is used up, and counts them', () => {
    const budget = new MemoryBudget(400 * KIB);
    budget.open().add(400 * KIB);
    const small = budget.open();
    small.add(64 * KIB);
    expect(() => small.add(1)).toThrow(expect.objectContaining(REFUSAL));
  });

  test('gives one company half of it at most', () => {
    const budget = new MemoryBudget(400 * KIB);
    const first = budget.open('a');
    first.add(150 * KIB);
    expect(() => budget.open('a').add(100 * KIB)).toThrow(expect.objectContaining(REFUSAL));
    budget.open('b').add(100 * KIB);
  });

  test('gives a company its half back when its bodies are released', () => {
    const budget = new MemoryBudget(400 * KIB);
    for (let round = 0; round < 5; round++) {
      const body = budget.open('a');
      body.add(200 * KIB);
      body.release();
    }
    const refused = budget.open('a');
    expect(() => refused.add(201 * KIB)).toThrow(expect.objectContaining(REFUSAL));
  });
});
