import { z } from 'zod';
import { described } from '../../http/schemas/described';
import { uuid } from '../../http/schemas/schemas';

const periodBody = z.object(
  described(
    {
      period: z.string().nullable(),
      count: z.int(),
      first: z.string().nullable(),
      last: z.string().nullable(),
      gaps: z.array(z.int()),
      duplicates: z.array(z.int()),
      date_inversions: z.array(z.int()),
    },
    {
      period:
        'The year (`2026`) or month (`2026-07`) that the numbers count in. `null` for a continuous journal.',
      count: 'How many documents have a number of the period.',
      first: 'The first number. `null` when there is none.',
      last: 'The last number. `null` when there is none.',
      gaps: 'Running numbers between the first and the last that no document has: the lowest 100,000. Empty in a sound journal.',
      duplicates: 'Running numbers that several documents have. Empty in a sound journal.',
      date_inversions:
        'Running numbers of documents that are dated before the previous number. Empty in a sound journal.',
    },
  ),
);

export const integrityBody = z
  .object(
    described(
      { journal_id: uuid, periods: z.array(periodBody) },
      { journal_id: 'The id of the journal.', periods: 'The check of each period that has numbers.' },
    ),
  )
  .meta({ id: 'JournalIntegrity' });
