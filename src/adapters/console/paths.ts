/** Addresses of the console's pages, also used to declare the routes. */
export const CONSOLE = '/console';

export const companyPath = (company_id: string, below = '') => `${CONSOLE}/companies/${company_id}${below}`;

export const documentPath = (company_id: string, document_id: string) =>
  companyPath(company_id, `/documents/${document_id}`);

/** A client_id that was migrated from another system may contain any character. */
export const clientPath = (client_id: string, below = '') =>
  `${CONSOLE}/clients/${encodeURIComponent(client_id)}${below}`;

const IN_CONSOLE = /^\/console(?:[/?][!-[\]-~]*)?$/;

/** The address to go to after sign-in. Only pages of the console are allowed, to prevent open redirects. */
export function addressInConsole(given: string): string {
  return given.length <= 2_000 && IN_CONSOLE.test(given) && !given.startsWith(`${CONSOLE}/sign-`)
    ? given
    : CONSOLE;
}

/** A list's address with query parameters; empty ones are omitted. */
export function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]);
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
