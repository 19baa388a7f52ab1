import { randomUUID } from 'node:crypto';
import type { TransmissionJob } from '../../../src/ports/job-queue';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';

/** A job as the queue has it. */
export interface QueuedJob extends TransmissionJob {
  readonly id: string;
  /** Seconds from when it was added until it is due. */
  readonly delay_s: number;
}

/** What every repository of jobs does; run on the fake and on PostgreSQL. */
export function testJobRepository(
  of: () => { readonly units: UnitsOfWork; readonly jobs: () => Promise<readonly QueuedJob[]> },
): void {
  const aJob = () => ({ company_id: randomUUID(), message_id: randomUUID() });
  const queued = async ({ message_id }: TransmissionJob) =>
    (await of().jobs()).filter((job) => job.message_id === message_id);

  test('a job is there once its transaction is committed', async () => {
    const job = aJob();
    await of()
      .units.open()
      .transaction(async ({ jobs }) => {
        await jobs.add(job, 90);
        expect(await queued(job)).toEqual([]);
      });
    expect(await queued(job)).toEqual([{ ...job, id: expect.any(String), delay_s: 90 }]);
  });

  test('several jobs are added together, each with its own time', async () => {
    const jobs = [30, 0, 3_600].map((delay_s) => ({ ...aJob(), delay_s }));
    await of()
      .units.open()
      .transaction((repositories) => repositories.jobs.addAll(jobs));
    for (const job of jobs) expect(await queued(job)).toEqual([{ ...job, id: expect.any(String) }]);
  });

  test('a job is not there when its transaction failed', async () => {
    const job = aJob();
    const failing = of()
      .units.open()
      .transaction(async ({ jobs }) => {
        await jobs.add(job, 0);
        throw new Error('failed');
      });
    await expect(failing).rejects.toThrow('failed');
    expect(await queued(job)).toEqual([]);
  });

  test('transmissions without a job are told from those with one', async () => {
    const [with_job, without, done] = [aJob(), aJob(), aJob()];
    await of()
      .units.open()
      .transaction(async ({ jobs }) => {
        await jobs.add(with_job, 3_600);
        await jobs.add(done, 0);
      });
    const [{ id }] = (await queued(done)) as [QueuedJob];
    const unit = of().units.open();
    await unit.statement(({ jobs }) => jobs.removeAll([id]));
    const missing = await unit.read(({ jobs }) => jobs.missing([with_job, without, done]));
    expect(missing).toEqual([without, done]);
  });

  test('a job that was done is removed, and no other', async () => {
    const [done, other] = [aJob(), aJob()];
    await of()
      .units.open()
      .transaction(async ({ jobs }) => {
        await jobs.add(done, 0);
        await jobs.add(other, 0);
      });
    const [{ id }] = (await queued(done)) as [QueuedJob];
    await of()
      .units.open()
      .statement(({ jobs }) => jobs.removeAll([id]));
    expect([await queued(done), (await queued(other)).length]).toEqual([[], 1]);
  });
}
