// Exit code 0 when the service on this machine is ready, else 1: for images that have no curl.
/* global AbortSignal, console, fetch */
const port = process.env.MANAGEMENT_PORT || '3001';
const everywhere = ['', '0.0.0.0', '::'];
const host = everywhere.includes(process.env.MANAGEMENT_HOST ?? '')
  ? '127.0.0.1'
  : process.env.MANAGEMENT_HOST;
const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}/health/ready`;

try {
  const answer = await fetch(address, { signal: AbortSignal.timeout(4_000) });
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.error(`${address} does not answer: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
