/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { shared } from './jest.config';

/** The tests of the rules, for `npm run test:mutation`: Stryker takes a single project. */
const config: Config = {
  ...shared,
  testEnvironment: 'node', // Stryker's own extends it, and loads no TypeScript
  runtime: 'jest-runtime', // a mutant of a constant needs its module loaded anew
  // All that leads from a module to a test of it: Jest follows imports within the roots only.
  roots: ['<rootDir>/src/domain', '<rootDir>/test/domain', '<rootDir>/test/support'],
  runner: '<rootDir>/test/support/own-tests-runner.ts',
};

export default config;
