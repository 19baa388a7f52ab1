import { createHash } from 'node:crypto';
import { type NaptrRecord, promises as dns } from 'node:dns';
import { XMLParser } from 'fast-xml-parser';
import { participantId } from '../../../domain/e-invoicing/identifiers';
import type { Lookup, ParticipantDirectory } from '../../../ports/e-invoicing/e-invoice-network';
import { exchange } from './exchange';

export interface SmpDirectorySettings {
  /** DNS zone of the Service Metadata Locator (SML). */
  readonly zone: string;
  /** URL of an SMP to use for every participant, instead of the one that the SML returns. */
  readonly smp_url?: string | undefined;
  readonly resolveNaptr?: (host: string) => Promise<readonly NaptrRecord[]>;
}

const TIMEOUT_MS = 3_000;

/**
 * Looks up participants in the Peppol network: DNS (the SML) returns the Service Metadata Publisher (SMP) of a
 * participant, and the SMP lists the document types that the participant receives.
 */
export class SmpDirectory implements ParticipantDirectory {
  constructor(private readonly settings: SmpDirectorySettings) {}

  async lookup(participant: string): Promise<Lookup> {
    const smp = await this.publisherOf(participant);
    if (typeof smp !== 'string') return smp;
    const url = new URL(
      `${smp.replace(/(?<!\/)\/+$/, '')}/${encodeURIComponent(participantId(participant))}`,
    );
    const result = await exchange({ method: 'GET', url, timeout_ms: TIMEOUT_MS });
    if (result.kind !== 'answered') return unavailable(`${result.reason}.`);
    if (result.status === 404) return { kind: 'unknown_participant' };
    const document_types = result.status === 200 ? documentTypes(result.text) : undefined;
    if (!document_types) return unavailable(`it answered with status ${result.status}.`);
    return { kind: 'registered', document_types };
  }

  private async publisherOf(participant: string): Promise<string | Lookup> {
    const { smp_url, zone, resolveNaptr = dns.resolveNaptr } = this.settings;
    if (smp_url !== undefined) return smp_url;
    try {
      const records = await resolveNaptr(`${nameOf(participant)}.iso6523-actorid-upis.${zone}`);
      return publisher(records) ?? { kind: 'unknown_participant' };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return { kind: 'unknown_participant' };
      return unavailable('its name service cannot be reached.');
    }
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Base 32 (RFC 4648) without padding of the SHA-256 of the participant identifier in lower case. */
function nameOf(participant: string): string {
  const bits = [...createHash('sha256').update(participant.toLowerCase()).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return bits.replace(/.{1,5}/g, (group) => ALPHABET[parseInt(group.padEnd(5, '0'), 2)]!);
}

/**
 * The SMP's URL is the replacement of a regular expression in a NAPTR record (RFC 3403): `!.*!https://smp.example!`.
 */
function publisher(records: readonly NaptrRecord[]): string | undefined {
  const record = records.find(
    ({ flags, service }) => flags.toUpperCase() === 'U' && service.toLowerCase() === 'meta:smp',
  );
  const url = record?.regexp.split(record.regexp.charAt(0))[2];
  return url !== undefined && /^https?:\/\//.test(url) && URL.canParse(url) ? url : undefined;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  isArray: (name) => name === 'ServiceMetadataReference',
});

interface ServiceGroup {
  readonly ServiceGroup?: {
    readonly ServiceMetadataReferenceCollection?:
      { readonly ServiceMetadataReference?: readonly { readonly href?: string }[] } | string;
  };
}

/** @returns undefined when the XML is not an SMP's service group */
function documentTypes(xml: string): string[] | undefined {
  if (/<!DOCTYPE/i.test(xml)) return undefined; // valid responses have no DOCTYPE
  try {
    const group = (parser.parse(xml) as ServiceGroup).ServiceGroup;
    if (!group) return undefined;
    const collection = group.ServiceMetadataReferenceCollection;
    const references = typeof collection === 'object' ? (collection.ServiceMetadataReference ?? []) : [];
    return references.flatMap(({ href = '' }) => {
      const type = /\/services\/([^/?#]+)/.exec(href)?.[1];
      return type === undefined ? [] : [decodeURIComponent(type)];
    });
  } catch {
    return undefined; // not XML, or an invalid URL
  }
}

function unavailable(reason: string): Lookup {
  return { kind: 'unavailable', reason };
}
