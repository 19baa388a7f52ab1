import { type Ledger, verdictOfAll } from '../ledger';
import type { Observed } from '../observed';
import type { Violation } from './violation';

/** An acknowledged attachment is stored once with its bytes, a refused one is not stored. */
export function uploadViolations(ledger: Ledger, observed: Observed): Violation[] {
  return ledger.uploads.flatMap(({ document_id, filename, sha256, attempts }) => {
    const violations: Violation[] = [];
    const violation = (rule: string, what: string) =>
      violations.push({ rule, what: `${filename} of ${document_id}: ${what}` });
    const found = (observed.attachments.get(document_id) ?? []).filter(
      (attachment) => attachment.filename === filename,
    );
    const is_there_already = attempts.some(
      ({ answer }) => answer?.body?.error?.code === 'duplicate_attachment',
    );
    const verdict = verdictOfAll(attempts);
    if (found.length > 1) violation('doubled', `is there ${found.length} times`);
    if (found.length === 0 && (verdict === 'acknowledged' || is_there_already))
      violation('lost', 'is not there');
    if (found.length > 0 && verdict === 'refused') violation('stored although refused', 'is there');
    for (const copy of found)
      if (copy.sha256 !== sha256) violation('changed', `its bytes are ${copy.sha256 ?? 'unreadable'}`);
    return violations;
  });
}
