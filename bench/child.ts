import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

type Outcome<Result> = { readonly result: Result } | { readonly error: string };

const running = new Set<ChildProcess>();

/** Starts a program of this folder in a separate process, which ends when it loses its channel to this one. */
export function startChild(program: string, env: Record<string, string> = {}): ChildProcess {
  const child = fork(path.join(__dirname, `${program}.ts`), { env: { ...process.env, ...env } });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** The reply of a child to a message. */
export async function ask<Result>(child: ChildProcess, question: unknown): Promise<Result> {
  const exited = new AbortController();
  const onExit = () => exited.abort();
  child.once('exit', onExit);
  try {
    child.send({ question });
    const [outcome] = (await once(child, 'message', { signal: exited.signal })) as [Outcome<Result>];
    if ('error' in outcome) throw new Error(outcome.error);
    return outcome.result;
  } finally {
    child.off('exit', onExit);
  }
}

/** Sends one message to a new child process. @returns its reply */
export async function runChild<Result>(program: string, question: unknown): Promise<Result> {
  const child = startChild(program);
  try {
    return await ask<Result>(child, question);
  } finally {
    await stopChild(child);
  }
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (child.connected) child.disconnect();
  await exited;
}

export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map(stopChild));
}

/** In a child process: replies to messages until the parent has ended. */
export function answerParent<Question, Result>(answer: (question: Question) => Promise<Result>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', ({ question }: { question: Question }) => {
    answer(question).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
}
