import request, { type Response } from 'supertest';
import type { App } from '../../src/adapters/http/request';
import { get, MANAGEMENT } from '../../src/composition/keys';
import { MANAGEMENT_TOKEN, type Service } from './service';

export { MANAGEMENT_TOKEN };

/** The headers of a browser for a form of the console. */
export const SAME_ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };

/** A browser without scripts: reads pages, sends forms, and keeps the cookie. */
export class Reader {
  private readonly app: App;
  cookie = '';

  constructor(service: Service) {
    this.app = get(service.container, MANAGEMENT);
  }

  open(path: string): request.Test {
    const test = request(this.app).get(path);
    return this.cookie === '' ? test : test.set('Cookie', this.cookie);
  }

  /** @param fields - in a pair each, since a name may come more than once */
  send(
    path: string,
    fields: readonly (readonly [string, string])[],
    headers: Readonly<Record<string, string>> = SAME_ORIGIN,
  ) {
    const test = request(this.app).post(path).type('form').set(headers);
    if (this.cookie !== '') test.set('Cookie', this.cookie);
    return test.send(
      new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString(),
    );
  }

  async signIn(
    token = MANAGEMENT_TOKEN,
    headers: Readonly<Record<string, string>> = SAME_ORIGIN,
  ): Promise<Response> {
    const response = await this.send('/console/sign-in', [['token', token]], headers);
    const [cookie = ''] = [response.headers['set-cookie'] ?? []].flat();
    this.cookie = cookie.split(';')[0]!;
    return response;
  }

  /**
   * Fills in a form of a page, all else as it stands there, and sends it; a name that comes more than once is a list.
   */
  async submit(
    page: string,
    action: string,
    filled: Readonly<Record<string, string | readonly string[]>> = {},
  ): Promise<Response> {
    const { text } = await this.open(page).expect(200);
    const fields = formFields(text, action).filter(([name]) => !(name in filled));
    const given = Object.entries(filled).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    );
    return this.send(action, [...fields, ...given]);
  }
}

/** The fields of the form with that action, as a browser would send them. */
export function formFields(html: string, action: string): [string, string][] {
  const form = html.split('<form').find((part) => part.includes(`action="${action}"`));
  if (!form) throw new Error(`There is no form for ${action}.`);
  const [body = ''] = form.split('</form>');
  const inputs = [...body.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const attribute = (name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]);
    const isBox = ['checkbox', 'radio'].includes(attribute('type') ?? '');
    if (isBox && !/\schecked\b/.test(tag)) return [];
    const name = attribute('name');
    return name === undefined ? [] : [[name, (attribute('value') ?? 'on').replace(/[\r\n]/g, '')]];
  });
  const texts = [...body.matchAll(/<textarea\b[^>]*name="([^"]+)"[^>]*>(.*?)<\/textarea>/gs)].map(
    ([, name, value]): [string, string] => [
      name!,
      unescaped(value)!
        .replace(/^\n/, '')
        .replace(/\r\n?|\n/g, '\r\n'),
    ],
  );
  const selects = [...body.matchAll(/<select\b[^>]*name="([^"]+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name, options]): [string, string] => [
      name!,
      /value="([^"]*)"\s+selected/.exec(options!)?.[1] ?? /value="([^"]*)"/.exec(options!)?.[1] ?? '',
    ],
  );
  return [...inputs, ...texts, ...selects];
}

function unescaped(text: string | undefined): string | undefined {
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
