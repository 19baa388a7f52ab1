import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

export interface TestProvider {
  readonly issuer: string;
  /**
   * Signs in at the page of the provider, as a browser would.
   * @returns the address that it sends the browser back to
   */
  signIn(address: string, login: string): Promise<string>;
  stop(): void;
}

/** @param people - the claims of each, by the name with which they sign in, which is their `sub` */
export async function startProvider(
  redirect_uri: string,
  people: Readonly<Record<string, object>>,
): Promise<TestProvider> {
  const program = path.join(__dirname, 'openid-provider-process.mjs');
  const child = spawn(process.execPath, [program, redirect_uri, JSON.stringify(people)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [issuer] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    issuer,
    signIn: (address, login) => signIn(issuer, address, login),
    stop: () => child.stdin.end(),
  };
}

async function signIn(issuer: string, address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const ask = async (where: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(where, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split('=');
      cookies.set(name, value);
    }
    return response;
  };
  let response = await ask(address);
  for (let step = 0; step < 12; step++) {
    const location = response.headers.get('location');
    if (location) {
      const next = new URL(location, issuer).href;
      if (!next.startsWith(issuer)) return next;
      response = await ask(next);
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!action || !prompt) throw new Error(`The provider answers ${response.status}: ${page.slice(0, 500)}`);
    response = await ask(new URL(action, issuer).href, { prompt, login, password: 'any' });
  }
  throw new Error('The provider does not send the browser back.');
}
