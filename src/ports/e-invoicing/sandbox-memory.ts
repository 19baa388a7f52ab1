/** A message that was handed to the sandbox network. */
export interface SandboxMessage {
  readonly receiver: string;
  /** Null: the message was not accepted. */
  readonly delivered_at: Date | null;
}

/** A message that is to be delivered to a company. */
export interface SandboxDelivery {
  /** The id of the receiver; undefined when no company has the address. */
  readonly company_id: string | undefined;
  /** Null: the message was not delivered before. */
  readonly delivered_at: Date | null;
}

/** The stored state of the sandbox network, shared by all nodes. */
export interface SandboxMemory {
  /** @param electronic_address - compared without case @returns the company's id */
  findCompany(electronic_address: string): Promise<string | undefined>;
  find(message_id: string): Promise<SandboxMessage | undefined>;
  /** @param receiver - electronic address, compared without case */
  findDelivery(message_id: string, receiver: string): Promise<SandboxDelivery>;
  /** Counts a failed hand-over of the message. @returns the number of failures so far */
  addFault(message_id: string, receiver: string): Promise<number>;
  /** @returns false when the message was delivered before */
  markDelivered(message_id: string, receiver: string, now: Date): Promise<boolean>;
}
