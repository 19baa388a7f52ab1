/** Where the lines, and the allowances and charges, of a credit note come from: their indexes in the invoice. */
export interface CreditOrigin {
  readonly lines: readonly number[];
  readonly allowance_charges: readonly number[];
}

/** The credit notes of an own invoice that name it by its id. */
export interface CreditState {
  /** The sum of their totals. */
  readonly amount: string;
  /** The oldest first. */
  readonly notes: readonly { readonly id: string; readonly number: string }[];
  /** Whether one of them was made from the invoice, whose amounts are then fixed. */
  readonly is_made: boolean;
  /** Whether nothing is left to credit. */
  readonly is_complete: boolean;
}
