import type { Log } from '../../ports/log';

/** A worker: one of the processes of a node that serve requests. */
export interface Member {
  /** Undefined when the operating system refused to start it. */
  readonly pid: number | undefined;
  /**
   * Resolves when it serves requests. Rejects when it ends before that; the message is its failure, or
   * `endingText(ending)`.
   */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<Ending>;
  /** Ends it when its requests are answered and another one accepts the new ones. */
  retire(): void;
  /** Ends it within the limits of a stop. */
  stop(): void;
  /** Ends it at once. */
  kill(): void;
  /** Resolves when the process answers; does not when it hangs. */
  answer(): Promise<void>;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

interface Place {
  /** Undefined while no process is ready. */
  member: Member | undefined;
  /** How often a process ended soon after its start, one after the other. */
  early_ends: number;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/**
 * A process that ends sooner than this after it was ready has failed to start; the next one is started after a pause.
 */
const STABLE_MS = 10_000;
/**
 * A process that is not ready after this time hangs. It may wait a minute for another node that installs the tables of
 * the queue; the migrations are over.
 */
const START_MS = 120_000;
/** How often each process is asked whether it still answers. */
const ASK_MS = 3_000;
/**
 * A process that has not answered when it is to be asked this often hangs: its event loop is blocked, or it is
 * suspended.
 */
const UNANSWERED = 5;

/** Keeps a number of workers running: replaces each that ends, and all of them on request. */
export class WorkerGroup {
  private readonly places: Place[];
  private readonly living = new Set<Member>();
  private is_stopping = false;
  private replacement: Promise<void> | undefined;
  private is_asked_again = false;

  /** @param launch - starts a process; may throw when the operating system refuses one */
  constructor(
    count: number,
    private readonly launch: () => Member,
    private readonly log: Log,
  ) {
    this.places = Array.from({ length: count }, () => ({ member: undefined, early_ends: 0 }));
  }

  /**
   * Starts one process and then the others, so that a configuration with which none can start is reported once. It does
   * not wait for the others: the first one serves already, and signals have to end or replace it in order.
   *
   * @throws the error of the first process, when it ends before it is ready
   */
  async start(): Promise<void> {
    const [first, ...others] = this.places;
    let member: Member;
    try {
      member = this.launched();
      await member.ready;
    } catch (error) {
      const reason = (error as Error).message;
      throw new Error(`No worker started: ${reason}`, { cause: error });
    }
    this.put(first!, member);
    for (const place of others) void this.fill(place);
  }

  /**
   * Replaces the processes one after the other: the next one is ready before the previous one stops accepting
   * connections. When the next one does not start, the previous ones go on.
   */
  replaceAll(): Promise<void> {
    this.is_asked_again = this.replacement !== undefined;
    this.replacement ??= this.replace().finally(() => {
      this.replacement = undefined;
      if (this.is_asked_again && !this.is_stopping) void this.replaceAll();
    });
    return this.replacement;
  }

  /** @throws Error when a process did not end in order */
  async stop(): Promise<void> {
    this.is_stopping = true;
    const members = [...this.living];
    for (const member of members) member.stop();
    const endings = await Promise.all(members.map(({ ended }) => ended));
    // One that had not started yet ends with the signal.
    const failed = endings.find(
      ({ code, signal }) => code !== 0 && signal !== 'SIGTERM' && signal !== 'SIGINT',
    );
    if (failed) throw new Error(`A worker ended with ${endingText(failed)}.`);
  }

  /** Ends all processes at once that have not ended yet. */
  kill(): void {
    for (const member of this.living) member.kill();
  }

  private async replace(): Promise<void> {
    for (const place of this.places) {
      if (this.is_stopping) return;
      let next: Member;
      try {
        next = this.launched();
        await next.ready;
      } catch (error) {
        this.log.error('A new worker did not start; the previous ones stay in use', error);
        return;
      }
      const previous = place.member;
      this.put(place, next);
      previous?.retire();
      await previous?.ended;
    }
    this.log.info('The workers were replaced');
  }

  private async fill(place: Place): Promise<void> {
    let member: Member | undefined;
    try {
      member = this.launched();
      await member.ready;
    } catch (error) {
      this.fillLater(place, member?.pid, (error as Error).message, 0);
      return;
    }
    // `replace` filled the place meanwhile, with a worker that may have read a later certificate.
    if (place.member) return void member.retire();
    this.put(place, member);
  }

  private put(place: Place, member: Member): void {
    const since = performance.now();
    place.member = member;
    void member.ended.then((ending) => {
      if (place.member !== member) return; // it was replaced
      place.member = undefined;
      this.fillLater(place, member.pid, endingText(ending), performance.now() - since);
    });
  }

  /**
   * Kills a process that hangs; the requests that it has would wait without end. What is counted are questions, not
   * time, so a primary process that was suspended itself asks again first.
   */
  private watch(member: Member): void {
    let unanswered = 0;
    const timer = setInterval(() => {
      if (unanswered === UNANSWERED) {
        this.log.warn('A worker does not answer and is killed', { pid: member.pid });
        member.kill();
      }
      if (unanswered++ > 0) return;
      member.answer().then(
        () => (unanswered = 0),
        () => undefined, // it has ended
      );
    }, ASK_MS).unref();
    void member.ended.then(() => clearInterval(timer));
  }

  private fillLater(place: Place, pid: number | undefined, reason: string, ran_ms: number): void {
    if (this.is_stopping) return;
    this.log.warn('A worker ended and is replaced', { pid, reason });
    place.early_ends = ran_ms < STABLE_MS ? place.early_ends + 1 : 0;
    const pause_ms = Math.min(FIRST_PAUSE_MS * 2 ** (place.early_ends - 1), LONGEST_PAUSE_MS);
    setTimeout(
      () => {
        if (!place.member && !this.is_stopping) void this.fill(place);
      },
      place.early_ends === 0 ? 0 : pause_ms,
    );
  }

  /** @throws the error of the operating system, when it refuses another process at once */
  private launched(): Member {
    const member = this.launch();
    this.living.add(member);
    const late = setTimeout(() => {
      this.log.warn('A worker does not start and is killed', { pid: member.pid });
      member.kill();
    }, START_MS).unref();
    void member.ended.then(() => {
      clearTimeout(late);
      this.living.delete(member);
    });
    member.ready.then(
      () => {
        clearTimeout(late);
        this.watch(member);
      },
      () => undefined, // the callers of `launched` handle it
    );
    return member;
  }
}

/** @returns `exit code 1` or `signal SIGKILL` */
export function endingText({ code, signal }: Ending): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}
