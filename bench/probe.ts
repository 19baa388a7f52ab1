import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerParent } from './child';
import type { PlannedRequest, ProbePlan } from './load';

const SOCKETS = 8;

/** The caller at a low rate: a separate program, so that the load does not disturb its clock. */
answerParent<ProbePlan, number[]>(async ({ url, requests, count, per_second }) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS });
  const answers: Promise<number>[] = [];
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    const answer = send(agent, url, requests[i % requests.length]!);
    answers.push(answer);
    if (per_second === undefined) await answer;
    else {
      answer.catch(() => undefined); // is thrown below
      await sleep(Math.max(0, start + ((i + 1) * 1000) / per_second - performance.now()));
    }
  }
  return Promise.all(answers);
});

/** @returns milliseconds until the last byte of the response */
function send(
  agent: http.Agent,
  url: string,
  { method, path, headers, body }: PlannedRequest,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const type = sent === undefined ? {} : { 'content-type': 'application/json' };
    const request = http.request(
      new URL(path, url),
      { agent, method, headers: { ...headers, ...type } },
      (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode = 0 } = answer;
          if (statusCode >= 200 && statusCode < 300) resolve(performance.now() - started);
          else reject(new Error(`${method} ${path} was answered with ${statusCode}`));
        });
      },
    );
    request.on('error', reject);
    request.end(sent);
  });
}
