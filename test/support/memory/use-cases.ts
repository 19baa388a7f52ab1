import { randomUUID } from 'node:crypto';
import { TimeOrderedIds } from '../../../src/adapters/random/ids';
import { Clients } from '../../../src/use-cases/access/clients';
import { BankAccounts } from '../../../src/use-cases/master-data/bank-accounts';
import { Brandings } from '../../../src/use-cases/master-data/brandings';
import { Companies } from '../../../src/use-cases/master-data/companies';
import { DeliveryLocations } from '../../../src/use-cases/master-data/delivery-locations';
import { Relations } from '../../../src/use-cases/master-data/relations';
import { Journals } from '../../../src/use-cases/numbering/journals';
import { aCompany } from '../companies';
import { plainSecrets } from '../managed-clients';
import { SettableClock } from '../settable-clock';
import { memoryStore } from './store';

export const LOCKOUT = { attempts: 3, window_s: 900 };

/** The use cases of access, master data and numbering, on repositories in memory. */
export function startInMemory() {
  const clock = new SettableClock();
  const store = memoryStore();
  const { units } = store;
  const parts = [clock, new TimeOrderedIds(clock)] as const;
  return {
    clock,
    store,
    units,
    bank_accounts: new BankAccounts(...parts),
    brandings: new Brandings(...parts),
    clients: new Clients(...parts, plainSecrets(), LOCKOUT),
    companies: new Companies(...parts),
    delivery_locations: new DeliveryLocations(...parts),
    journals: new Journals(...parts),
    relations: new Relations(...parts),
    /** @returns the id of a company without anything else */
    newCompany: async () => {
      const id = randomUUID();
      await units.open().transaction(({ companies }) => companies.insert(aCompany({ id })));
      return id;
    },
  };
}
