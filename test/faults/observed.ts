/** The stored state at the end, as the API returns it. */

export interface ObservedResponse {
  readonly direction: 'sent' | 'received';
  readonly note: string | null;
  /** Null for a received one. */
  readonly state: string | null;
}

export interface ObservedDocument {
  readonly id: string;
  readonly type: string;
  readonly number: string;
  readonly status: string;
  readonly peppol_status: string | null;
  readonly journal_id: string | null;
  readonly issue_date: string;
  readonly order_reference: string | null;
  readonly responses: readonly ObservedResponse[];
  readonly seller: { readonly electronic_address?: string | null };
  readonly [member: string]: unknown;
}

export interface ObservedJournal {
  readonly id: string;
  readonly company: string;
  readonly first_number: number;
  readonly periods: readonly {
    readonly period: string | null;
    readonly count: number;
    readonly gaps: readonly unknown[];
    readonly duplicates: readonly unknown[];
    readonly date_inversions: readonly unknown[];
  }[];
}

export interface ObservedAttachment {
  readonly filename: string;
  /** Of the bytes as they were downloaded; undefined when they could not be. */
  readonly sha256: string | undefined;
}

export interface ObservedEvent {
  readonly id: string;
  readonly position: number;
  readonly type: string;
  readonly resource: { readonly type: string; readonly id: string };
}

/** The events of a company. */
export interface ObservedLog {
  /** As operators see them. */
  readonly events: readonly ObservedEvent[];
  /** What the verification of the log found. */
  readonly faults: readonly { readonly position: number; readonly reason: string }[];
  /** The events that the webhook of the company's client is to receive: their ids and digests. */
  readonly due: ReadonlyMap<string, string>;
  /** The ids of the events that the webhook has received, with the digests of the bodies of all requests. */
  readonly received: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Observed {
  /** Companies by name, with their electronic address. */
  readonly addresses: ReadonlyMap<string, string>;
  /** By company. */
  readonly documents: ReadonlyMap<string, readonly ObservedDocument[]>;
  readonly journals: readonly ObservedJournal[];
  /** By company. */
  readonly logs: ReadonlyMap<string, ObservedLog>;
  /** By document; those that a sending or an upload of the ledger names. */
  readonly transmissions: ReadonlyMap<
    string,
    readonly { readonly message_id: string; readonly state: string }[]
  >;
  readonly attachments: ReadonlyMap<string, readonly ObservedAttachment[]>;
  /** Ids of the default members, by scope. */
  readonly defaults: ReadonlyMap<string, readonly string[]>;
}
