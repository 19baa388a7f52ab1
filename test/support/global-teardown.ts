import { checkRecord } from './citus/recorded';

export default async function tearDown(): Promise<void> {
  try {
    await globalThis.endTestServer?.();
  } finally {
    await checkRecord();
  }
}
