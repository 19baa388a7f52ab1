import { randomUUID } from 'node:crypto';
import type { Client } from '../../src/domain/client';
import type { AttemptWindow } from '../../src/domain/failed-attempts';
import type { ClientRepository } from '../../src/ports/client-repository';
import type { CompanyRepository } from '../../src/ports/company-repository';
import type { Repositories, UnitOfWork } from '../../src/ports/unit-of-work';
import { Clients } from '../../src/use-cases/clients';
import { aCompany } from '../support/companies';
import { aManagedClient, plainSecrets } from '../support/managed-clients';
import { SettableClock } from '../support/settable-clock';

const company = aCompany();
const LIMITS = { attempts: 10, window_s: 900 };

/** Clients in memory; `commit` says what becomes of a transaction whose connection breaks under its commit. */
class BreakingUnitOfWork implements UnitOfWork {
  readonly isSurrounded = false;
  readonly clients = new Map<string, Client>();
  commit: 'done' | 'done, unanswered' | 'undone, unanswered' = 'done';

  private readonly repositories = {
    companies: {
      find: async (id) => (id === company.id ? company : undefined),
    } as Partial<CompanyRepository>,
    clients: {
      find: async (client_id) => this.clients.get(client_id),
      lock: async (client_id) => this.clients.get(client_id),
      insert: async (client) => void this.clients.set(client.client_id, client),
      update: async (client) => void this.clients.set(client.client_id, client),
      failedAttempts: async () => new Map<string, AttemptWindow>(),
      deleteRefreshToken: async () => undefined,
    } as Partial<ClientRepository>,
  } as unknown as Repositories;

  read<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return work(this.repositories);
  }

  statement<T>(work: (repositories: Repositories) => Promise<T>): Promise<T> {
    return work(this.repositories);
  }

  async transaction<T>(
    work: (repositories: Repositories) => Promise<T>,
    readBack?: (repositories: Repositories) => Promise<T | undefined>,
  ): Promise<T> {
    const before = new Map(this.clients);
    const result = await work(this.repositories);
    if (this.commit === 'done') return result;
    if (this.commit === 'undone, unanswered') {
      this.clients.clear();
      for (const [client_id, client] of before) this.clients.set(client_id, client);
    }
    const found = await readBack?.(this.repositories);
    if (found === undefined) throw new Error('The connection broke.');
    return found;
  }
}

function setUp(commit: BreakingUnitOfWork['commit']) {
  const unitOfWork = new BreakingUnitOfWork();
  const client = aManagedClient({
    client_id: 'shop',
    company_id: company.id,
    secret_hash: 'an earlier hash',
  });
  unitOfWork.clients.set('shop', client);
  unitOfWork.commit = commit;
  const clients = new Clients(unitOfWork, new SettableClock(), { next: randomUUID }, plainSecrets(), LIMITS);
  return { unitOfWork, clients };
}

describe('a client whose creation is committed without an answer', () => {
  test('is answered with its secret', async () => {
    const { clients, unitOfWork } = setUp('done, unanswered');
    const { client_id, client_secret } = await clients.create(company.id, { name: 'Webshop' }, {});
    expect(unitOfWork.clients.get(client_id)?.secret_hash).toBe(`hash of ${client_id}/${client_secret}`);
  });

  test('is not taken for another with the same id', async () => {
    const { clients } = setUp('undone, unanswered');
    await expect(clients.create(company.id, { name: 'Webshop' }, { client_id: 'shop' })).rejects.toThrow(
      'broke',
    );
  });
});

describe('a secret whose renewal is committed without an answer', () => {
  test('is answered', async () => {
    const { clients, unitOfWork } = setUp('done, unanswered');
    const { client_secret } = await clients.renewSecret('shop', 0);
    expect(unitOfWork.clients.get('shop')?.secret_hash).toBe(`hash of shop/${client_secret}`);
  });

  test('is not answered when nothing came of it', async () => {
    const { clients, unitOfWork } = setUp('undone, unanswered');
    await expect(clients.renewSecret('shop', 0)).rejects.toThrow('broke');
    expect(unitOfWork.clients.get('shop')?.secret_hash).toBe('an earlier hash');
  });
});
