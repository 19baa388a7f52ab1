import type { TransmissionJob } from '../../ports/job-queue';
import type { UnitOfWork } from '../../ports/unit-of-work';

/** A pending transmission that was not changed for this time may have lost its job. Most are taken at once. */
const UNTOUCHED_MS = 10 * 60_000;
const BATCH = 1_000;

/**
 * Adds jobs for pending transmissions that have none. Transmission and job are stored together, but in a distributed
 * database not as one transaction: a crash can leave a transmission alone.
 *
 * @returns how many jobs were added
 */
export async function addLostJobs(unit: UnitOfWork, now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNTOUCHED_MS);
  let added = 0;
  let after: string | undefined;
  do {
    const page = { after, limit: BATCH };
    const untouched = await unit.read(({ transmissions }) => transmissions.listUntouched(before, page));
    const missing = untouched.length === 0 ? [] : await unit.read(({ jobs }) => jobs.missing(untouched));
    for (const transmission of missing) added += await addLostJob(unit, transmission);
    after = untouched.length === BATCH ? untouched.at(-1)!.message_id : undefined;
  } while (after);
  return added;
}

/** Adds the job under the lock of the transmission, so that only one of several nodes adds it. */
function addLostJob(unit: UnitOfWork, transmission: TransmissionJob): Promise<number> {
  const { company_id, message_id } = transmission;
  return unit.transaction(async ({ transmissions, jobs }) => {
    const locked = await transmissions.lock(company_id, message_id);
    if (locked?.state !== 'pending' || (await jobs.missing([transmission])).length === 0) return 0;
    await jobs.add({ company_id, message_id }, 0);
    return 1;
  });
}
