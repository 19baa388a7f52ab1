// Exit code 0 when the service on this machine is ready, else 1: for images that have no curl.
/* global console */
import http from 'node:http';
import https from 'node:https';

const setting = (name) => (process.env[name] ?? '').trim();
const bound_to = setting('MANAGEMENT_HOST') || '127.0.0.1';
const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[bound_to] ?? bound_to;
const port = setting('MANAGEMENT_PORT') || '3001';
// The same rule as in src/adapters/http/connections/loopback.ts: on loopback the management listener speaks plain HTTP.
const is_loopback = /^(127\.[\d.]+|::1|(0:){7}1|::ffff:127\.[\d.]+|localhost)$/i.test(bound_to);
const client = setting('TLS_CERT_FILE') !== '' && !is_loopback ? https : http;

const options = {
  host,
  port,
  path: '/health/ready',
  timeout: 4_000,
  // The certificate is for a public name, so it is not verified here. The request contains no secret.
  rejectUnauthorized: false,
};
client
  .get(options, (answer) => {
    answer.pipe(process.stdout);
    process.exitCode = answer.statusCode === 200 ? 0 : 1;
  })
  .on('timeout', function () {
    this.destroy(new Error('no answer within 4 s'));
  })
  .on('error', (error) => {
    console.error(`${host}:${port} does not answer: ${error.message}`);
    process.exitCode = 1;
  });
