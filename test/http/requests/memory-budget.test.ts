import { MemoryBudget } from '../../../src/adapters/http/requests/memory-budget';

const KIB = 1024;
const REFUSAL = { error_name: 'internal_error', options: { retry_after_s: 2 } };

describe('A budget of memory for request bodies', () => {
  test('refuses a large body beyond it until another one is released', () => {
    const budget = new MemoryBudget(400 * KIB);
    const first = budget.open('a');
    first.add(200 * KIB);
    const refused = budget.open('b');
    expect(() => refused.add(101 * KIB)).toThrow(expect.objectContaining(REFUSAL));
    refused.release();
    budget.open('b').add(100 * KIB);
    first.release();
    budget.open('b').add(100 * KIB);
  });

  test('lets small bodies pass when it is used up, and counts them', () => {
    const budget = new MemoryBudget(200 * KIB);
    budget.open('a').add(100 * KIB);
    budget.open('b').add(50 * KIB);
    const small = budget.open('b');
    small.add(64 * KIB);
    expect(() => small.add(1)).toThrow(expect.objectContaining(REFUSAL));
  });

  test('gives one company half of it at most', () => {
    const budget = new MemoryBudget(400 * KIB);
    budget.open('a').add(200 * KIB);
    const refused = budget.open('a');
    expect(() => refused.add(65 * KIB)).toThrow(expect.objectContaining(REFUSAL));
  });

  test('is never used up by some companies while another has no body', () => {
    const budget = new MemoryBudget(4_096 * KIB);
    for (const share of ['a', 'b', 'c']) {
      for (let bytes = 0; bytes < 4_096 * KIB; bytes += 100 * KIB) {
        const body = budget.open(share);
        try {
          body.add(100 * KIB);
        } catch {
          body.release(); // as the request that is refused does
        }
      }
    }
    budget.open('d').add(100 * KIB);
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
