/** Wakes one waiter. A signal that comes while nobody waits ends the next wait at once. */
export class Signal {
  private is_given = false;
  private notify: () => void = () => undefined;

  give(): void {
    this.is_given = true;
    this.notify();
  }

  /** Waits for a signal since the last wait, for at most `ms` milliseconds. */
  async wait(ms: number): Promise<void> {
    if (!this.is_given) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.notify = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
    }
    this.is_given = false;
  }
}
