/** Addresses of the console's pages: declared ones are made of the same text. */
export const CONSOLE = '/console';

export const companyPath = (company_id: string, below = '') => `${CONSOLE}/companies/${company_id}${below}`;

export const documentPath = (company_id: string, document_id: string) =>
  companyPath(company_id, `/documents/${document_id}`);

/** A client_id that was brought over may hold any character. */
export const clientPath = (client_id: string, below = '') =>
  `${CONSOLE}/clients/${encodeURIComponent(client_id)}${below}`;

const IN_CONSOLE = /^\/console(?:[/?][!-[\]-~]*)?$/;

/** Where to go after signing in: nowhere but to a page of ours. */
export function placeInConsole(given: string): string {
  return given.length <= 2_000 && IN_CONSOLE.test(given) && !given.startsWith(`${CONSOLE}/sign-`)
    ? given
    : CONSOLE;
}

/** A list's address with what is asked for; what is empty is left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
