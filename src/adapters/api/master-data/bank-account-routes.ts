import { z } from 'zod';
import { described } from '../../http/schemas/described';
import { BANK_ACCOUNT_READ_ONLY } from '../../../domain/master-data/bank-account';
import type { BankAccounts } from '../../../use-cases/master-data/bank-accounts';
import { CREATE_BANK_ACCOUNT, UPDATE_BANK_ACCOUNT } from './master-data-examples';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { route, type Route } from '../../http/route';
import {
  BANK_ACCOUNT_TERMS,
  bankAccountBody,
  bankAccountInput,
} from '../../http/schemas/bank-account-schemas';
import { externalIdFilter, ownDataMembers } from '../../http/schemas/own-data-schemas';
import { ownDataRoute } from '../own-data-route';
import { bic, iban, validated, optional, queryFlag, readOnly, text, uuid } from '../../http/schemas/schemas';

const PATH = '/bank-accounts';

const accountPath = z.object({ id: uuid.describe('The id of the bank account.') });
const accountList = listQuery(
  {
    reference: iban.describe('The IBAN; compared without spaces, dashes and case.'),
    manual: queryFlag.describe('Only accounts that were created over this API, or only others.'),
    default: queryFlag.describe('Only the default account, or only others.'),
    external_id: externalIdFilter,
  },
  {},
);

const accountInput = z
  .strictObject({
    ...described({ ...bankAccountInput.shape, default: optional(z.boolean()) }, BANK_ACCOUNT_TERMS),
    ...ownDataMembers,
  })
  .meta({ id: 'BankAccountInput' });

const accountPatch = z
  .strictObject({
    ...described(
      {
        reference: validated('reference', iban).optional(),
        bic: validated('bic', bic.nullable()).optional(),
        name: optional(text()),
        default: z.boolean().optional(),
      },
      BANK_ACCOUNT_TERMS,
    ),
    ...ownDataMembers,
    ...readOnly(BANK_ACCOUNT_READ_ONLY),
  })
  .meta({ id: 'BankAccountPatch' });

export function bankAccountRoutes(accounts: BankAccounts): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: { id: 'listBankAccounts', tag: 'Bank accounts', summary: 'List bank accounts' },
      access: 'bank_account:read',
      query: accountList,
      response: listBody(bankAccountBody),
      handle: ({ unit, caller, query }) =>
        listPage(PATH, query, COMMON_SORTS, (page) => accounts.list(unit, caller.company_id, query, page)),
    }),
    route({
      method: 'post',
      path: PATH,
      operation: {
        id: 'createBankAccount',
        tag: 'Bank accounts',
        summary: 'Create a bank account',
        errors: ['duplicate_bank_account', 'external_id_in_use'],
        examples: CREATE_BANK_ACCOUNT,
      },
      access: 'bank_account:create',
      body: accountInput,
      status: 201,
      response: bankAccountBody,
      location: ({ id }: { id: string }) => `${PATH}/${id}`,
      handle: ({ unit, caller, body }) => accounts.create(unit, caller.company_id, body),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      operation: { id: 'getBankAccount', tag: 'Bank accounts', summary: 'Get a bank account' },
      access: 'bank_account:read',
      params: accountPath,
      response: bankAccountBody,
      handle: ({ unit, caller, params }) => accounts.get(unit, caller.company_id, params.id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:id`,
      operation: {
        id: 'updateBankAccount',
        tag: 'Bank accounts',
        summary: 'Change a bank account',
        description: '`default: true` makes it the default instead of the current one.',
        errors: ['duplicate_bank_account', 'default_account_required', 'external_id_in_use'],
        examples: UPDATE_BANK_ACCOUNT,
      },
      access: 'bank_account:update',
      params: accountPath,
      body: accountPatch,
      response: bankAccountBody,
      handle: ({ unit, caller, params, body, if_match }) =>
        accounts.update(unit, caller.company_id, params.id, body, if_match),
    }),
    ownDataRoute(
      {
        path: PATH,
        name: 'BankAccount',
        tag: 'Bank accounts',
        access: 'bank_account:update',
        response: bankAccountBody,
      },
      accounts.own_data,
    ),
    route({
      method: 'delete',
      path: `${PATH}/:id`,
      operation: {
        id: 'deleteBankAccount',
        tag: 'Bank accounts',
        summary: 'Delete a bank account',
        errors: ['default_account_required'],
      },
      access: 'bank_account:delete',
      params: accountPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params, if_match }) =>
        accounts.delete(unit, caller.company_id, params.id, if_match),
    }),
  ];
}
