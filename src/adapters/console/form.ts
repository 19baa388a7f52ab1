import type { z } from 'zod';
import type { Request, Response } from '../http/request';
import type { DomainError } from '../../domain/errors';
import { readPlainBytes } from '../http/requests/body';
import { messageOf } from '../http/requests/parse';
import { PlainStatus } from '../http/connections/plain-status';

const MAX_FORM_BYTES = 64 * 1024;
const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;

/** A submitted form. A missing field reads as empty. */
export class Form {
  private constructor(private readonly fields: URLSearchParams) {}

  /** @throws PlainStatus 413, 415, 408, 400 */
  static async read(req: Request, res: Response): Promise<Form> {
    if (!FORM.test(req.headers['content-type'] ?? '')) throw new PlainStatus(415);
    const bytes = await readPlainBytes(req, res, { max_bytes: MAX_FORM_BYTES });
    return new Form(new URLSearchParams(bytes.toString('utf8')));
  }

  /**
   * A field's value, trimmed and with LF line breaks.
   *
   * @param stored - the text that the field was rendered with; returned as it is when the user has not changed it
   */
  text(name: string, stored = ''): string {
    const value = withLineFeeds(this.exact(name));
    return value === withLineFeeds(stored) ? stored : value.trim();
  }

  /** A field's exact value, for secrets and for a form that is shown again. */
  exact(name: string): string {
    return this.fields.get(name) ?? '';
  }

  /** A field's value as by `text`; null when it is empty. */
  filled(name: string, stored?: string): string | null {
    return this.text(name, stored) || null;
  }

  isChecked(name: string): boolean {
    return this.fields.has(name);
  }

  all(name: string): string[] {
    return this.fields.getAll(name);
  }

  /** The version of the resource that the form was made from, for a conditional change. */
  versions(): readonly number[] {
    return /^\d{1,9}$/.test(this.version) ? [Number(this.version)] : [];
  }

  /**
   * The same as submitted, for a form that is shown again: it stays outdated when the resource has changed meanwhile.
   */
  get version(): string {
    return this.text('version');
  }
}

/** Browsers submit each line break as CRLF. */
const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n');

/** Validation errors by field, such as `address.city`; '' for errors of the whole form. */
export type Faults = Readonly<Record<string, string>>;

/** Parses values with the schema of the JSON interface; returns all validation errors. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): { value: T } | { faults: Faults } {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return { value: result.data };
  const faults: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const field = issue.path.join('.');
    faults[field] ??= reasonIn(messageOf(issue, 'form'));
  }
  return { faults };
}

/**
 * The field that an error refers to: the message begins with the field's name, as `vat: …`; otherwise the whole form.
 */
export function faultOf(error: DomainError): Faults {
  const [, field, reason] = /^([a-z_.]+): (.+)$/s.exec(error.message) ?? [];
  return field && reason ? { [field]: reason } : { '': error.message };
}

function reasonIn(message: string): string {
  return message.slice(message.indexOf(': ') + 2);
}
