/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { shared } from './jest.config';

/** The tests of the rules, for `npm run test:mutation`: Stryker takes a single project. */
const config: Config = {
  ...shared,
  roots: ['<rootDir>/test/domain'],
  runner: '<rootDir>/test/support/own-tests-runner.ts',
};

export default config;
