import { testBankAccountRepository } from '../support/contracts/bank-account-contract';
import { testBrandingRepository } from '../support/contracts/branding-contract';
import { testCompanyRepository } from '../support/contracts/company-contract';
import { testDefaultPointers } from '../support/contracts/default-pointers-contract';
import { testDeliveryLocationRepository } from '../support/contracts/delivery-location-contract';
import { testRelationRepository } from '../support/contracts/relation-contract';
import type { Store } from '../support/contracts/store';
import { memoryStore } from '../support/memory/store';

let store: Store;
beforeEach(() => {
  store = memoryStore();
});

describe('companies in memory', () => testCompanyRepository(() => store));
describe('bank accounts in memory', () => testBankAccountRepository(() => store));
describe('brandings in memory', () => testBrandingRepository(() => store));
describe('delivery locations in memory', () => testDeliveryLocationRepository(() => store));
describe('relations in memory', () => testRelationRepository(() => store));
describe('default pointers in memory', () => testDefaultPointers(() => store));
