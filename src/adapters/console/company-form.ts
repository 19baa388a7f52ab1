import { z } from 'zod';
import type { Company } from '../../domain/master-data/company';
import { isEqual } from '../../domain/version';
import { companyInput, companyPatch } from '../http/schemas/company-schemas';
import { uuid } from '../http/schemas/schemas';
import { COUNTRY_CHOICES, CURRENCY_CHOICES, LANGUAGE_CHOICES, timeZoneChoices } from './choices';
import { checked, type Faults, type Form } from './form';

const TEXTS = [
  'name',
  'vat',
  'identifier',
  'electronic_address',
  'legal_information',
  'contact_name',
  'phone',
  'email',
  'website',
  'books_closed_until',
] as const;
const CHOSEN = ['currency', 'language', 'timezone'] as const;
const ADDRESS = ['street', 'street_number', 'box', 'postal_code', 'city', 'region', 'country_code'] as const;

type Values = Readonly<Record<string, string>>;

/** Values of the form's fields, by the names that faults use too. */
export interface CompanyFields {
  /** Id of a company to create. The form contains it, so that submitting it again does not create a second one. */
  readonly id?: string;
  /** Version of a company to change. */
  readonly version?: number | string;
  readonly values: Values;
  readonly is_self_billing_enabled: boolean;
  readonly is_pdf_embedded: boolean;
  readonly has_default_journals: boolean;
  readonly faults: Faults;
}

/** Fields of a new company, with the service's defaults. */
export function newFields(id: string): CompanyFields {
  return {
    id,
    values: { currency: 'EUR', language: 'en', timezone: 'Europe/Brussels' },
    is_self_billing_enabled: false,
    is_pdf_embedded: true,
    has_default_journals: true,
    faults: {},
  };
}

export function fieldsOf(company: Company): CompanyFields {
  const own = [...TEXTS, ...CHOSEN].map((name) => [name, company[name] ?? '']);
  const address = ADDRESS.map((name) => [`address.${name}`, company.address?.[name] ?? '']);
  return {
    version: company.version,
    values: Object.fromEntries([...own, ...address]) as Values,
    is_self_billing_enabled: company.self_billing_enabled,
    is_pdf_embedded: company.embed_pdf,
    has_default_journals: false,
    faults: {},
  };
}

/** Fields as submitted. */
export function fieldsIn(form: Form, faults: Faults): CompanyFields {
  const names = [...TEXTS, ...CHOSEN, ...ADDRESS.map((name) => `address.${name}`)];
  return {
    id: form.text('id'),
    version: form.version,
    values: Object.fromEntries(names.map((name) => [name, form.exact(name)])),
    is_self_billing_enabled: form.isChecked('self_billing_enabled'),
    is_pdf_embedded: form.isChecked('embed_pdf'),
    has_default_journals: form.isChecked('default_journals'),
    faults,
  };
}

export function companyInputIn(form: Form) {
  return checked(companyInput.extend({ id: uuid }), {
    ...membersIn(form),
    id: form.text('id'),
    default_journals: form.isChecked('default_journals'),
  });
}

/** The fields that the user has changed; an empty input clears its field. */
export function companyPatchIn(form: Form, company: Company) {
  const members = Object.entries(membersIn(form, fieldsOf(company).values));
  const changed = members.filter(([name, value]) => !isEqual(value, company[name as keyof Company]));
  return checked(companyPatch as z.ZodType<z.output<typeof companyPatch>>, Object.fromEntries(changed));
}

function membersIn(form: Form, stored: Values = {}): object {
  const filled = (name: string) => form.filled(name, stored[name]);
  const texts = TEXTS.map((name) => [name, filled(name)]);
  const address = ADDRESS.map((name) => [name, filled(`address.${name}`)]);
  const has_address = address.some(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(texts) as object),
    name: form.text('name', stored.name),
    ...Object.fromEntries(CHOSEN.map((name) => [name, filled(name)])),
    address: has_address ? (Object.fromEntries(address) as object) : null,
    self_billing_enabled: form.isChecked('self_billing_enabled'),
    embed_pdf: form.isChecked('embed_pdf'),
  };
}

/** The model of the template that renders the fields. */
export function companyFormModel(fields: CompanyFields) {
  return {
    fields,
    choices: {
      countries: COUNTRY_CHOICES,
      currencies: CURRENCY_CHOICES,
      languages: LANGUAGE_CHOICES,
      timezones: timeZoneChoices(fields.values.timezone || 'Europe/Brussels'),
    },
  };
}
