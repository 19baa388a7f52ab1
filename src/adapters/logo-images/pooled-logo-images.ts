import type { LogoType } from '../../domain/master-data/branding';
import { DomainError } from '../../domain/errors';
import type { LogoImages } from '../../ports/master-data/logo-images';
import type { ParsingPool } from '../workers/parsing-pool';
import { WorkModule } from '../workers/worker-pool';

const CHECKING = new WorkModule<typeof import('./checking')>(require.resolve('./checking'));

/** Validates images in worker processes. */
export class PooledLogoImages implements LogoImages {
  constructor(private readonly pool: ParsingPool) {}

  sanitize(company_id: string, content_type: LogoType, bytes: Uint8Array): Promise<Uint8Array | undefined> {
    return this.pool.parse(company_id, CHECKING, 'keep', [content_type, bytes], tooCostly);
  }
}

function tooCostly(): DomainError {
  return new DomainError('validation_error', 'body: takes too much time or memory to read');
}
