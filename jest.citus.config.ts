/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { shared } from './jest.config';

/** The tests of the two listeners, on the Citus cluster that CITUS_URL names: `npm run test:citus`. */
const config: Config = {
  ...shared,
  globalSetup: '<rootDir>/test/support/citus/set-up.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  roots: ['<rootDir>/test/api', '<rootDir>/test/management', '<rootDir>/test/console'],
  maxWorkers: 2,
  testTimeout: 60_000, // a statement has further to go than on one server
};

export default config;
