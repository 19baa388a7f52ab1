import { testBankAccountRepository } from '../../support/contracts/bank-account-contract';
import { testBrandingRepository } from '../../support/contracts/branding-contract';
import { testCompanyRepository } from '../../support/contracts/company-contract';
import { testDefaultPointers } from '../../support/contracts/default-pointers-contract';
import { testDeliveryLocationRepository } from '../../support/contracts/delivery-location-contract';
import { testRelationRepository } from '../../support/contracts/relation-contract';
import { type PostgresStore, startPostgresStore } from '../../support/postgres-store';

let store: PostgresStore;
beforeAll(async () => {
  store = await startPostgresStore();
});
afterAll(() => store.end());

describe('companies in PostgreSQL', () => testCompanyRepository(() => store));
describe('bank accounts in PostgreSQL', () => testBankAccountRepository(() => store));
describe('brandings in PostgreSQL', () => testBrandingRepository(() => store));
describe('delivery locations in PostgreSQL', () => testDeliveryLocationRepository(() => store));
describe('relations in PostgreSQL', () => testRelationRepository(() => store));
describe('default pointers in PostgreSQL', () => testDefaultPointers(() => store));
