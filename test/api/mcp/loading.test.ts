import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { typescriptLoader } from '../../../src/adapters/workers/typescript-sources';
import { createDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** In a process of its own, because another test file may have loaded the SDK in the process of this one. */
const SCRIPT = `
  require('reflect-metadata');
  const { API, get } = require('./src/composition/keys');
  const { loadConfig } = require('./src/config');
  const { composeOn } = require('./src/container');
  const isLoaded = () =>
    Object.keys(require.cache).some((file) => /sdk\\/dist\\/cjs\\/server\\/index\\.js$/.test(file));
  composeOn(loadConfig(process.env)).then(async (container) => {
    get(container, API);
    const before = isLoaded();
    const { answerMessage } = require('./src/adapters/api/mcp/messages');
    await answerMessage(new Headers(), { jsonrpc: '2.0', id: 1, method: 'ping' }, {});
    console.log(JSON.stringify([before, isLoaded()]));
    process.exit();
  });`;

test('The SDK of MCP is loaded with the first message', () => {
  const output = execFileSync(process.execPath, [...typescriptLoader(), '-e', SCRIPT], {
    cwd: path.join(__dirname, '../../..'),
    env: {
      MCP: 'true',
      DATABASE_URL: database.url,
      JWT_KEYS: `test:${'a'.repeat(32)}`,
      MANAGEMENT_TOKEN: 'a-management-token',
    },
  });
  expect(JSON.parse(output.toString())).toEqual([false, true]);
});
