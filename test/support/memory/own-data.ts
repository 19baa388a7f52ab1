import type { OwnData } from '../../../src/domain/values/own-data';
import { ExternalIdTaken } from '../../../src/ports/own-data';

type Named = Pick<OwnData, 'external_id'> & { readonly id: string };

/** What a unique index holds in PostgreSQL. @throws ExternalIdTaken */
export function assertExternalIdFree(stored: readonly Named[], { id, external_id }: Named): void {
  if (external_id === null) return;
  if (stored.some((other) => other.id !== id && other.external_id === external_id)) {
    throw new ExternalIdTaken();
  }
}
