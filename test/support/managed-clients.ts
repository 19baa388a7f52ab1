import { type Client, newClient } from '../../src/domain/access/client';
import { ClientSecrets } from '../../src/use-cases/access/client-secrets';

/** Secrets whose hash shows what it was made of, and takes no time. */
export function plainSecrets(): ClientSecrets {
  let made = 0;
  const digest = (client_id: string, client_secret: string) => `${client_id}/${client_secret}`;
  return new ClientSecrets(
    {
      newClientSecret: () => `secret-number-${String((made += 1)).padStart(3, '0')}`,
      forHashing: digest,
      forMemory: digest,
    },
    {
      use: (work) =>
        work({
          hash: async (text) => `hash of ${text}`,
          match: async (text, hashes) => hashes.find((hash) => hash === `hash of ${text}`),
        }),
    },
  );
}

const NOW = new Date('2026-07-01T10:00:00.000Z');

export function aManagedClient(given: Partial<Client> & Pick<Client, 'client_id' | 'company_id'>): Client {
  return { ...newClient({ name: 'Webshop' }, { secret_hash: 'hash', ...given }, NOW), ...given };
}
