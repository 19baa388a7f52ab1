import { type Attempt, effectOf, type Ledger } from '../ledger';
import type { Violation } from './violation';

/** api.md §1: a response within 10 s. */
export const LIMIT_MS = 10_000;

/** A span of time, by `performance.now()`. */
export interface Span {
  readonly from_ms: number;
  readonly to_ms: number;
}

export interface Stalls {
  /** The times in which a node could not respond: it was stopped by a signal, or had no process. */
  readonly nodes: ReadonlyMap<string, readonly Span[]>;
  /** When each node was ready to run, and the machine ran other processes. */
  readonly waits: ReadonlyMap<string, readonly Span[]>;
  /** When the run's own process was late, so that answers were read later than they came. */
  readonly own: readonly Span[];
}

/** Each response of a node that was not itself frozen came in time, and each 500 to a write says what became of it. */
export function answerViolations({ attempts }: Ledger, stalls: Stalls): Violation[] {
  return attempts.flatMap((attempt): Violation[] => {
    const { node, action, answer, failure } = attempt;
    const violations: Violation[] = [];
    const took_ms = timeOf(attempt, stalls);
    if (took_ms !== undefined && took_ms > LIMIT_MS) {
      const end = answer ? `was answered ${answer.status}` : `had no answer (${failure})`;
      violations.push({
        rule: 'late',
        what: `${action} at ${node} ${end} after ${Math.round(took_ms)} ms, asked at ${(attempt.started_ms / 1_000).toFixed(1)} s`,
      });
    }
    if (answer && answer.status >= 500) violations.push(...ofFailure(attempt));
    return violations;
  });
}

function ofFailure({ action, node, is_write, answer }: Attempt): Violation[] {
  const { status, body } = answer!;
  if (status !== 500 || body?.error?.code !== 'internal_error')
    return [{ rule: 'failure', what: `${action} at ${node} was answered ${status} without internal_error` }];
  if (is_write && !['none', 'unknown'].includes(effectOf(answer!) ?? ''))
    return [
      { rule: 'failure', what: `${action} at ${node}: a 500 that does not say what became of the write` },
    ];
  return [];
}

/**
 * @returns milliseconds, without those in which the machine ran neither the node nor this process; undefined where the
 *   node was stopped or not there
 */
export function timeOf(attempt: Attempt, { nodes, waits, own }: Stalls): number | undefined {
  const { node, started_ms, ended_ms, failure } = attempt;
  if (failure === 'not sent') return undefined;
  const span = { from_ms: started_ms, to_ms: ended_ms };
  if ((nodes.get(node) ?? []).some((stall) => shared(stall, span) > 0)) return undefined;
  return ended_ms - started_ms - covered([...own, ...(waits.get(node) ?? [])], span);
}

/** @returns how much of the span the others cover together, in milliseconds */
function covered(others: readonly Span[], { from_ms, to_ms }: Span): number {
  let sum = 0;
  let until = from_ms;
  const inside = others.filter((other) => shared(other, { from_ms, to_ms }) > 0);
  for (const other of inside.sort((a, b) => a.from_ms - b.from_ms)) {
    sum += shared(other, { from_ms: until, to_ms });
    until = Math.max(until, other.to_ms);
  }
  return sum;
}

function shared(one: Span, other: Span): number {
  return Math.max(0, Math.min(one.to_ms, other.to_ms) - Math.max(one.from_ms, other.from_ms));
}
