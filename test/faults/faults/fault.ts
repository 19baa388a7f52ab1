import type { Chance, World } from '../world';

/** Something that goes wrong, and is over when `inject` resolves. */
export interface Fault {
  /** As `--only` names it. */
  readonly name: string;
  /** Seconds, about; one that would not end in time is not begun. */
  readonly takes_s: number;
  /** Whether it may come beside one of another kind. */
  readonly accompanies?: boolean;
  /** Nothing else may go wrong meanwhile. */
  readonly alone?: boolean;
  /** @returns why it cannot be tried on this machine */
  hindrance?(world: World): string | undefined;
  inject(world: World, chance: Chance): Promise<void>;
}

/** A hindrance of what is done to the server itself. */
export function needsOwnServer({ server }: World): string | undefined {
  return server ? undefined : 'the database server is not that of the run';
}
