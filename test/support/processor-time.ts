/**
 * Begins to count the processor time of this process. What other processes take of a busy machine, and the time that
 * this one waits, do not count.
 *
 * @returns the milliseconds that it has taken since
 */
export function processorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
}
