import type { Kysely } from 'kysely';
import type { ClockOffsets } from '../../ports/business-clock';
import { type Deadlines, NO_DEADLINES } from '../../ports/deadlines';
import { decided } from './connections/doubt';
import type { DB } from './database';

export class PostgresClockOffsets implements ClockOffsets {
  constructor(
    private readonly db: Kysely<DB>,
    private readonly deadlines: Deadlines = NO_DEADLINES,
  ) {}

  async load(): Promise<number> {
    const row = await this.db.selectFrom('installation').select('clock_offset_s').executeTakeFirst();
    return row?.clock_offset_s ?? 0;
  }

  async save(offset_s: number): Promise<void> {
    const update = () =>
      this.db.updateTable('installation').set({ clock_offset_s: offset_s }).executeTakeFirstOrThrow();
    const readBack = async () => ((await this.load()) === offset_s ? { numUpdatedRows: 1n } : undefined);
    const { numUpdatedRows } = await decided(update, readBack, this.deadlines);
    if (numUpdatedRows !== 1n) throw new Error('The installation has no row of its own yet.');
  }
}
