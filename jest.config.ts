/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

/** Tests of the browser have them too. */
export const reporters = ['default', '<rootDir>/scripts/overdue-tests.mjs'];

export const shared = {
  runtime: '<rootDir>/test/support/runtime.cjs',
  testEnvironment: '<rootDir>/test/support/environment.ts',
  transform: { '^.+\\.ts$': '@swc/jest' }, // as .swcrc says
} as const;

/** Tests that need a database: an embedded PostgreSQL is started for the whole run. */
export const withDatabase = {
  ...shared,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  setupFilesAfterEnv: ['<rootDir>/test/support/citus/recorded-statements.ts'] as string[],
} as const;

/** Folders of `test` whose tests need no database, and no set-up: rules, and use cases on repositories in memory. */
const WITHOUT_DATABASE = ['domain', 'faults', 'memory', 'use-cases'];

const config: Config = {
  projects: [
    {
      ...shared,
      displayName: 'domain',
      roots: WITHOUT_DATABASE.map((folder) => `<rootDir>/test/${folder}`),
    },
    {
      ...withDatabase,
      displayName: 'integration',
      roots: ['<rootDir>/test'],
      // The browser's are jest.browser.config.ts's.
      testPathIgnorePatterns: [...WITHOUT_DATABASE, 'browser'].map((folder) => `<rootDir>/test/${folder}/`),
    },
  ],
  reporters,
  testSequencer: '<rootDir>/test/support/longest-first.cjs',
  // Two processes for the tests that mostly wait (the sequencer knows them), and one for each of two processors.
  maxWorkers: 4,
  testTimeout: 120_000, // ten times what the slowest test takes, since a machine may be busy
};

export default config;
