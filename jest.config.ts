/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';

const config: Config = {
  roots: ['<rootDir>/test'],
  testPathIgnorePatterns: ['<rootDir>/test/browser/'], // jest.browser.config.ts
  testEnvironment: 'node',
  transform: { '^.+\\.ts$': '@swc/jest' }, // as .swcrc says
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 2,
  testTimeout: 30_000,
};

export default config;
