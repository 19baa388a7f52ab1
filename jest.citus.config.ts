/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { shared } from './jest.config';

/** The tests of the two listeners and of backups, on the Citus cluster that CITUS_URL names: `npm run test:citus`. */
const config: Config = {
  ...shared,
  globalSetup: '<rootDir>/test/support/citus/set-up.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  roots: ['api', 'management', 'console', 'postgres/backups'].map((folder) => `<rootDir>/test/${folder}`),
  maxWorkers: 2,
  testTimeout: 60_000, // a statement has further to go than on one server
};

export default config;
