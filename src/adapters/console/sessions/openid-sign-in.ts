import { z } from 'zod';
import type { Request } from '../../http/request';
import { type Grants, personOf } from '../../../domain/access/person';
import type { OpenIdProvider } from '../../../ports/access/openid-provider';
import type { Clock } from '../../../ports/clock';
import type { Log } from '../../../ports/log';
import { sourceAddress } from '../../http/connections/source-address';
import type { RawRouteSpec } from '../../http/route';
import type { Pages } from '../page';
import { addressInConsole, CONSOLE } from '../paths';
import type { View } from '../views';
import { pendingCookie, PENDING_MS, setPendingCookie } from './cookie';
import type { Sessions } from './sessions';

const PATH = `${CONSOLE}/sign-in`;
const BEGIN = `${PATH}/openid`;
/** Registered at the provider. */
export const CALLBACK = `${BEGIN}/callback`;

export interface People {
  readonly provider: OpenIdProvider;
  readonly grants: Grants;
}

interface OpenIdOptions {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Log;
  readonly people: People;
  readonly signInPage: (next: string, status?: number, fault?: string) => View;
}

const pendingText = z.object({
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  next: z.string(),
  began_ms: z.number(),
});
type Pending = z.output<typeof pendingText>;

/** Routes to sign in by OpenID Connect: authorization code with PKCE, state and nonce. */
export function openIdRoutes(pages: Pages, options: OpenIdOptions): RawRouteSpec[] {
  const { sessions, clock, log, signInPage } = options;
  const { provider, grants } = options.people;

  /** @returns undefined unless this browser has begun a sign-in */
  function pendingOf(req: Request): Pending | undefined {
    const text = sessions.unsealed(pendingCookie(req) ?? '');
    if (text === undefined) return undefined;
    const pending = pendingText.parse(JSON.parse(text));
    const age_ms = clock.now().getTime() - pending.began_ms;
    return age_ms >= 0 && age_ms <= PENDING_MS ? pending : undefined;
  }

  return [
    pages.open('get', BEGIN, async (req, res) => {
      const next = addressInConsole(typeof req.query.next === 'string' ? req.query.next : '');
      try {
        const { url, pending } = await provider.begin();
        const text: Pending = { ...pending, next, began_ms: clock.now().getTime() };
        setPendingCookie(req, res, sessions.sealed(JSON.stringify(text)));
        pages.redirect(res, url);
      } catch (error) {
        log.error('The provider of OpenID Connect does not answer', error);
        const fault = 'The sign-in provider does not answer. Try again later, or use the management token.';
        pages.answer(res, signInPage(next, 503, fault), undefined);
      }
    }),
    pages.open('get', CALLBACK, async (req, res, session) => {
      const pending = pendingOf(req);
      const query = new URL(req.originalUrl, 'http://console').search;
      const refuse = (reason: string, fault: string) => {
        log.warn('Console sign-in refused', { address: sourceAddress(req), reason });
        pages.answer(res, signInPage(pending?.next ?? CONSOLE, 403, fault), undefined);
      };
      // The one that is pending began in another tab, and can still be finished.
      if (pending && new URLSearchParams(query).get('state') !== pending.state)
        return refuse(
          'another sign-in is pending',
          'Another sign-in has begun in this browser since. Finish that one, or try again.',
        );
      setPendingCookie(req, res, undefined);
      if (!pending)
        return refuse(
          'no pending sign-in',
          'The sign-in took too long, or began in another browser. Try again.',
        );
      const claims = await provider.finish(query, pending).catch((error: unknown) => {
        log.error('The response of the provider of OpenID Connect is refused', error);
        return undefined;
      });
      if (!claims)
        return refuse('response of the provider', 'The sign-in provider did not confirm who you are.');
      const person = personOf(claims, grants);
      if (!person)
        return refuse(
          'no role',
          'You have no permission for this console. Ask the person who sets OIDC_OPERATORS and OIDC_VIEWERS.',
        );
      await pages.signIn(req, res, session, person);
      log.info('Console sign-in', { address: sourceAddress(req) });
      // A page instead of a redirect: browsers send a SameSite=Strict cookie only when a page of this site leads on.
      const model = { continues_at: pending.next, email: person.email };
      pages.answer(res, { view: 'signed-in', title: 'Signed in', model }, undefined);
    }),
  ];
}
