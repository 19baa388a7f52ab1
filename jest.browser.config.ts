/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { reporters, withDatabase } from './jest.config';

/** Tests that need a browser: `npm run test:browser`. */
const config: Config = {
  ...withDatabase,
  roots: ['<rootDir>/test/browser'],
  reporters,
  maxWorkers: 2,
  testTimeout: 60_000,
};

export default config;
