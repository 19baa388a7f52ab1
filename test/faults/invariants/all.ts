import type { Ledger } from '../ledger';
import type { Observed } from '../observed';
import { answerViolations, type Stalls } from './answers';
import { creationViolations } from './creations';
import { defaultViolations } from './defaults';
import { eventViolations } from './events';
import { numberViolations } from './numbers';
import { responseViolations } from './responses';
import { sendingViolations } from './sendings';
import { tokenViolations } from './tokens';
import { uploadViolations } from './uploads';
import type { Violation } from './violation';

export function allViolations(ledger: Ledger, observed: Observed, stalls: Stalls): Violation[] {
  return [
    ...creationViolations(ledger, observed),
    ...numberViolations(ledger, observed),
    ...defaultViolations(ledger, observed),
    ...tokenViolations(ledger),
    ...sendingViolations(ledger, observed),
    ...uploadViolations(ledger, observed),
    ...responseViolations(ledger, observed),
    ...eventViolations(observed),
    ...answerViolations(ledger, stalls),
  ];
}
