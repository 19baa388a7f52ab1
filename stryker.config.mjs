/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner'],
  jest: { projectType: 'custom', configFile: 'jest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 20_000, // a busy machine is no endless loop
  // Code lists are copies of what is published: test/domain/code-lists compares them with their sources.
  mutate: [
    'src/domain/**/*.ts',
    '!src/domain/**/code-lists/**',
    '!src/domain/e-invoicing/rules/note-subjects.ts',
  ],
  // The sandbox holds what the tests of the rules need.
  ignorePatterns: ['/*', '!/src', '!/test', '!/jest.*.ts', '!/.swcrc', '!/package.json'],
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'json', 'html'],
  clearTextReporter: { reportTests: false },
  jsonReporter: { fileName: 'reports/mutation/mutation.json' },
  htmlReporter: { fileName: 'reports/mutation/mutation.html' },
  allowEmpty: false,
};
