import eslint from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** A rule that depends on the type of a document reads a column of the table of types. */
const COMPARED_TYPE = {
  selector:
    'BinaryExpression > Literal[value=/^(invoice|credit_note|proforma|quote|purchase_invoice|purchase_credit_note|380|381|389|261)$/]',
  message: 'Read a column of DOCUMENT_TYPES.',
};

/**
 * V8 allocates such a function in the old generation. There it keeps all that it refers to, such as the rows of a query
 * or a whole PDF, until the next collection of the whole heap, and each smaller collection copies them.
 */
const ASSIGNED_FUNCTION = {
  selector:
    'AssignmentExpression[left.type="MemberExpression"]:matches([right.type="ArrowFunctionExpression"], [right.type="FunctionExpression"])',
  message: 'Give the function a name first, and assign the name: a literal would be kept for long.',
};

const PACKED_PROPERTIES = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the properties without a literal of their own.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'data/',
      'coverage/',
      'reports/',
      '.stryker-tmp/',
      'node_modules/',
      'src/adapters/postgres/database.ts',
      'client/interface.ts',
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A forgotten await inside a transaction is a write after its commit.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/require-await': 'off', // ports are asynchronous, some adapters need not be
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-imports': ['error', { patterns: [{ group: ['**/index'], message: 'Name the file.' }] }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    // The time that a pattern takes over foreign text grows no faster than the text.
    files: ['src/**', 'client/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['src/**'],
    rules: { 'no-restricted-syntax': ['error', COMPARED_TYPE, ASSIGNED_FUNCTION, PACKED_PROPERTIES] },
  },
  {
    // Pages that are made once, and what browsers run.
    files: ['src/adapters/api/docs/**'],
    rules: { 'no-restricted-syntax': ['error', COMPARED_TYPE, PACKED_PROPERTIES] },
  },
  {
    // Nothing below the adapters knows the time, chance, the environment, the network or a logger by itself.
    files: ['src/domain/**', 'src/ports/**', 'src/use-cases/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        'process',
        'fetch',
        'console',
        'setTimeout',
        'setInterval',
        'crypto',
        'performance',
      ],
      'no-restricted-syntax': [
        'error',
        COMPARED_TYPE,
        ASSIGNED_FUNCTION,
        PACKED_PROPERTIES,
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Take the time from the clock port.',
        },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Take the time from the clock port.',
        },
        {
          selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
          message: 'Take chance from a port.',
        },
      ],
    },
  },
  {
    files: ['test/**', 'bench/**'],
    rules: {
      // supertest's bodies are any, and what is read from them is what a test asserts.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    // What browsers run.
    files: ['src/adapters/console/assets/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        document: 'readonly',
        navigator: 'readonly',
        getSelection: 'readonly',
        setTimeout: 'readonly',
      },
    },
  },
  {
    files: ['src/adapters/api/docs/assets/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'document',
          'fetch',
          'localStorage',
          'CSSStyleSheet',
          'Element',
          'FormData',
          'MutationObserver',
          'Scalar',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['**/*.{cjs,mjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: { module: 'writable', process: 'readonly', require: 'readonly', __dirname: 'readonly' },
    },
  },
);
