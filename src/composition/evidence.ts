import { Ed25519Signatures } from '../adapters/ed25519-signatures';
import { keyFor } from '../adapters/secret-digests';
import { ZipArchives } from '../adapters/zip-archives';
import { TransmittedUbl } from '../use-cases/e-invoicing/transmitted-ubl';
import { Checkpoints } from '../use-cases/events/checkpoints';
import { Evidence } from '../use-cases/events/evidence';
import { EvidenceFiles } from '../use-cases/events/evidence-files';
import { EventPositions } from '../use-cases/events/positions';
import { SigningKeys } from '../use-cases/events/signing-keys';
import { CurrentResources } from '../use-cases/events/current-resources';
import { LogVerification } from '../use-cases/events/verification';
import {
  ANSWERED_RESOURCES,
  ATTACHMENTS,
  CHECKPOINT_REPOSITORY,
  CHECKPOINTS,
  CLOCK,
  DOCUMENT_PDFS,
  EVENT_LOG,
  EVIDENCE,
  LOG_VERIFICATION,
  OUTGOING_UBL,
  RECEPTION,
  SIGNING_KEY_REPOSITORY,
  SIGNING_KEYS,
  STORED_LOG,
  token,
  VERIFICATION_RESULTS,
} from './keys';
import type { Binder } from './binder';

/** Private to this file. */
const SIGNATURES = token<Ed25519Signatures>('Signatures');

/** Binds what proves the log: signing keys, checkpoints, verification and evidence. */
export function bindEvidence({ installation_key, bind, resolve }: Binder): void {
  bind(SIGNATURES, () => new Ed25519Signatures(keyFor('event signing', installation_key)));
  bind(
    SIGNING_KEYS,
    () => new SigningKeys(resolve(SIGNING_KEY_REPOSITORY), resolve(SIGNATURES), resolve(CLOCK)),
  );
  bind(
    CHECKPOINTS,
    () => new Checkpoints(resolve(CHECKPOINT_REPOSITORY), resolve(SIGNING_KEYS), resolve(CLOCK)),
  );
  const log = () => ({
    log: resolve(EVENT_LOG),
    stored: resolve(STORED_LOG),
    positions: new EventPositions(resolve(EVENT_LOG)),
    checkpoints: resolve(CHECKPOINT_REPOSITORY),
  });
  bind(LOG_VERIFICATION, () => {
    const resources = new CurrentResources(resolve(ANSWERED_RESOURCES), resolve(ATTACHMENTS));
    const keys = resolve(SIGNING_KEYS);
    return new LogVerification({
      ...log(),
      keys,
      signatures: resolve(SIGNATURES),
      resources,
      results: resolve(VERIFICATION_RESULTS),
      clock: resolve(CLOCK),
    });
  });
  bind(EVIDENCE, () => {
    const files = new EvidenceFiles(
      resolve(DOCUMENT_PDFS),
      resolve(RECEPTION),
      new TransmittedUbl(resolve(OUTGOING_UBL)),
      resolve(ATTACHMENTS),
    );
    const answered = resolve(ANSWERED_RESOURCES);
    return new Evidence({ ...log(), files, answered, archives: new ZipArchives() });
  });
}
