import type { Kysely } from 'kysely';
import type { ClockOffsets } from '../../ports/business-clock';
import type { DB } from './database';
import { failureOf } from './failures';

export class PostgresClockOffsets implements ClockOffsets {
  constructor(private readonly db: Kysely<DB>) {}

  async load(): Promise<number> {
    const row = await this.db.selectFrom('installation').select('clock_offset_s').executeTakeFirst();
    return row?.clock_offset_s ?? 0;
  }

  async save(offset_s: number): Promise<void> {
    try {
      const { numUpdatedRows } = await this.db
        .updateTable('installation')
        .set({ clock_offset_s: offset_s })
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) throw new Error('The installation has no row of its own yet.');
    } catch (error) {
      throw failureOf(error);
    }
  }
}
