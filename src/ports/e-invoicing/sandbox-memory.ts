/** What the sandbox network was handed under a message id. */
export interface SandboxMessage {
  readonly receiver: string;
  /** Null: it was not taken over. */
  readonly delivered_at: Date | null;
}

/** What the sandbox network knows: shared by all nodes, over restarts. */
export interface SandboxMemory {
  /** @param electronic_address - compared without case @returns the company's id */
  findCompany(electronic_address: string): Promise<string | undefined>;
  find(message_id: string): Promise<SandboxMessage | undefined>;
  /** Counts one more time that the message could not be taken over. @returns how often */
  addFault(message_id: string, receiver: string): Promise<number>;
  /** @returns false: it had been delivered before */
  markDelivered(message_id: string, receiver: string, now: Date): Promise<boolean>;
}
