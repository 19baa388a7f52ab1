import type { AllowanceChargeInput } from '../../../src/domain/amounts/allowance-charges';
import type { LineInput } from '../../../src/domain/amounts/lines';
import type { AmountsInput } from '../../../src/domain/amounts/totals';

export function aLine(changes: Partial<LineInput> = {}): LineInput {
  return { name: 'Work', quantity: '1', unit_price: '100', vat_rate: '21', ...changes };
}

export function anAllowance(changes: Partial<AllowanceChargeInput> = {}): AllowanceChargeInput {
  return { kind: 'allowance', reason: 'Loyalty', ...changes };
}

export function amountsInput(changes: Partial<AmountsInput> = {}): AmountsInput {
  return { currency: 'EUR', company_currency: 'EUR', lines: [aLine()], ...changes };
}
