import { createDatabase, type TestDatabase } from '../../support/database';
import setUp from '../../support/citus/set-up';
import { RunDatabase } from './run-database';

/** A distributed database on the Citus cluster that CITUS_URL names. */
export class CitusDatabase extends RunDatabase {
  private constructor(
    private readonly database: TestDatabase,
    private readonly coordinator: URL,
  ) {
    const { username, password, pathname } = coordinator;
    const login = {
      user: decodeURIComponent(username),
      password: password === '' ? undefined : decodeURIComponent(password),
    };
    super(
      { ...login, database: pathname.slice(1) },
      { ...login, database: new URL(database.url).pathname.slice(1) },
    );
  }

  /** @throws Error without CITUS_URL */
  static async start(): Promise<CitusDatabase> {
    await setUp();
    return new CitusDatabase(await createDatabase(), new URL(process.env['CITUS_URL']!));
  }

  get port(): number {
    return Number(this.coordinator.port || 5432);
  }

  async stop(): Promise<void> {
    await this.database.drop();
    await globalThis.endTestServer!();
  }
}
