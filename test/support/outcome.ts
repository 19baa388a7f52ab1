import { DomainError } from '../../src/domain/errors';

/** @returns `done`, or the code of the refusal */
export async function outcome(run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
