/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import base from './jest.config';

/** What takes a browser: `npm run test:browser`. */
const config: Config = {
  ...base,
  roots: ['<rootDir>/test/browser'],
  testPathIgnorePatterns: [],
  testTimeout: 60_000,
};

export default config;
