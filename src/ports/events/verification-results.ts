/** The result of the last verification of a company's log. */
export interface VerificationResult {
  readonly company_id: string;
  readonly verified_at: Date;
  /** The position of the head when the verification began. */
  readonly position: number;
  /** The number of faults; 100 stands for 100 or more. */
  readonly faults: number;
  /** The reason of the first fault; null without faults. */
  readonly first_fault: string | null;
}

/** One result for each company: the latest. */
export interface VerificationResults {
  save(result: VerificationResult): Promise<void>;
  find(company_id: string): Promise<VerificationResult | undefined>;
}
