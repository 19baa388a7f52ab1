import { z } from 'zod';
import { LANGUAGES } from '../../../domain/master-data/company';
import { RELATION_READ_ONLY } from '../../../domain/master-data/relation';
import { RELATION_TERMS } from './master-data-terms';
import { address, addressBody } from '../../http/schemas/address-schemas';
import {
  bic,
  electronicAddress,
  email,
  iban,
  instantBody,
  language,
  optional,
  readOnly,
  text,
  validated,
  vatNumber,
} from '../../http/schemas/schemas';
import { described } from '../../http/schemas/described';
import { ownDataBody, ownDataMembers } from '../../http/schemas/own-data-schemas';

/** Fields of both types of relation. `null` means the same as a missing field, and clears in a PATCH. */
const common = described(
  {
    email: optional(email),
    phone: optional(text()),
    language: optional(language),
    address: optional(address),
    iban: optional(iban),
    bic: optional(bic),
    payment_term_days: optional(
      z
        .int('must be a whole number from 0 to 365')
        .min(0, 'must be a whole number from 0 to 365')
        .max(365, 'must be a whole number from 0 to 365'),
    ),
    buyer_reference: optional(text()),
    note: optional(text(5_000)),
  },
  RELATION_TERMS,
);

export const relationInput = z
  .discriminatedUnion(
    'type',
    [
      z
        .strictObject({
          ...described(
            {
              type: z.literal('company'),
              name: text(),
              vat: optional(vatNumber),
              identifier: optional(text()),
              electronic_address: optional(electronicAddress),
              website: optional(text()),
            },
            RELATION_TERMS,
          ),
          ...common,
          ...ownDataMembers,
        })
        .meta({ id: 'CompanyInput' }),
      z
        .strictObject({
          ...described(
            {
              type: z.literal('contact'),
              first_name: optional(text()),
              last_name: text(),
            },
            RELATION_TERMS,
          ),
          ...common,
          ...ownDataMembers,
        })
        .meta({ id: 'ContactInput' }),
    ],
    { error: (issue) => (issue.code === 'invalid_union' ? 'must be company or contact' : undefined) },
  )
  .meta({ id: 'RelationInput' });

export const relationPatch = z
  .strictObject({
    ...described(
      {
        name: validated('name', text()).optional(),
        vat: validated('vat', vatNumber.nullable()).optional(),
        identifier: validated('identifier', text().nullable()).optional(),
        electronic_address: validated('electronic_address', electronicAddress.nullable()).optional(),
        website: validated('website', text().nullable()).optional(),
        first_name: validated('first_name', text().nullable()).optional(),
        last_name: validated('last_name', text()).optional(),
      },
      RELATION_TERMS,
    ),
    ...common,
    ...described({ address: validated('address', address.nullable()).optional() }, RELATION_TERMS),
    ...ownDataMembers,
    ...readOnly(RELATION_READ_ONLY),
  })
  .meta({ id: 'RelationPatch' });

const nullableText = z.string().nullable();

const commonBody = {
  ...described(
    {
      email: nullableText,
      phone: nullableText,
      language: z.enum(LANGUAGES).nullable(),
      address: addressBody.nullable(),
      iban: nullableText,
      bic: nullableText,
      payment_term_days: z.int().nullable(),
      buyer_reference: nullableText,
      note: nullableText,
      created_at: instantBody,
      updated_at: instantBody,
    },
    RELATION_TERMS,
  ),
  ...ownDataBody,
};

export const relationBody = z
  .discriminatedUnion('type', [
    z
      .object({
        ...described(
          {
            id: z.string(),
            type: z.literal('company'),
            name: z.string(),
            vat: nullableText,
            identifier: nullableText,
            electronic_address: nullableText,
            website: nullableText,
          },
          RELATION_TERMS,
        ),
        ...commonBody,
      })
      .meta({ id: 'Company' }),
    z
      .object({
        ...described(
          {
            id: z.string(),
            type: z.literal('contact'),
            first_name: nullableText,
            last_name: z.string(),
          },
          RELATION_TERMS,
        ),
        ...commonBody,
      })
      .meta({ id: 'Contact' }),
  ])
  .meta({ id: 'Relation' });
