import { randomUUID } from 'node:crypto';
import type { LinkInput } from '../../../src/domain/documents/link';
import { MemoryService } from '../../support/memory/service';

const target_id = randomUUID();

test.each<[LinkInput, string]>([
  [{ target: 'document', target_id, kind: 'reconciliation' }, 'not_found'],
  [{ target: 'document', target_id, kind: 'subscription' }, 'validation_error'],
  [{ target: 'relation', target_id, kind: 'reconciliation' }, 'validation_error'],
  [{ target: 'relation', target_id, kind: 'subscription', amount: '1' }, 'validation_error'],
])('The link %j of an unknown company is refused with %s', async (input, code) => {
  const { links, units } = new MemoryService();
  await expect(links.create(units.open(), randomUUID(), input)).rejects.toMatchObject({ code });
});
