import type { Request } from '../../http/request';
import { lockedUntil, type LockoutLimits, secondsUntil } from '../../../domain/access/failed-attempts';
import type { AttemptWindows } from '../../../ports/access/attempt-windows';
import type { Clock } from '../../../ports/clock';
import type { Log } from '../../../ports/log';
import { setRetryAfter } from '../../http/responses/envelope';
import { done, type NoticeName, noticeOf } from '../notices';
import { PlainStatus } from '../../http/connections/plain-status';
import type { RawRouteSpec } from '../../http/route';
import { Form } from '../form';
import { remoteNetwork, sourceAddress } from '../../http/connections/source-address';
import { isSameOrigin } from './origin';
import type { Pages } from '../page';
import { CONSOLE, addressInConsole, withQuery } from '../paths';
import { openIdRoutes, type People } from './openid-sign-in';
import type { Sessions } from './sessions';
import type { View } from '../views';

const PATH = `${CONSOLE}/sign-in`;

/** Why the browser is at the sign-in page. */
const WHY: readonly NoticeName[] = ['signed_out', 'session_over', 'form_lost'];

interface SignInOptions {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly log: Log;
  /** The same limits as for client secrets, counted by source network. */
  readonly limits: LockoutLimits;
  readonly attempts: AttemptWindows;
  /** Undefined when people cannot sign in by OpenID Connect. */
  readonly people: People | undefined;
}

/** Routes to sign in with the management token and to sign out. */
export function signInRoutes(pages: Pages, options: SignInOptions): RawRouteSpec[] {
  const { sessions, clock, log, limits, attempts, people } = options;
  const signInPage = signInPageOf(people !== undefined);

  /** @returns 'right', 'wrong', or the seconds until the next attempt is allowed */
  async function check(req: Request, token: string): Promise<{ wait_s: number } | 'wrong' | 'right'> {
    const from = remoteNetwork(req);
    const now = clock.now();
    // The attempt is counted before the token is compared, as for client secrets.
    if (!(await attempts.reserve(from, now, limits))) {
      const until = lockedUntil(await attempts.find(from), now, limits) ?? now;
      return { wait_s: secondsUntil(until, now) };
    }
    if (!sessions.isToken(token)) return 'wrong';
    await attempts.release(from);
    return 'right';
  }

  return [
    ...(people ? openIdRoutes(pages, { sessions, clock, log, people, signInPage }) : []),
    pages.open('get', PATH, async (req, res, session) => {
      const next = addressInConsole(typeof req.query.next === 'string' ? req.query.next : '');
      if (session) return pages.redirect(res, next);
      const why = WHY.find((name) => name === req.query.done);
      const notice = noticeOf({ done: why ?? '' });
      const page =
        why === 'form_lost' ? signInPage(next, 200, undefined, notice) : { ...signInPage(next), notice };
      pages.answer(res, page, undefined);
    }),
    pages.open('post', PATH, async (req, res, session) => {
      if (!isSameOrigin(req)) throw new PlainStatus(403);
      const form = await Form.read(req, res);
      const next = addressInConsole(form.exact('next'));
      const result = await check(req, form.exact('token').trim());
      const address = sourceAddress(req);
      if (result === 'right') {
        await pages.signIn(req, res, session);
        log.info('Console sign-in', { address });
        return pages.redirect(res, next);
      }
      const reason = result === 'wrong' ? 'wrong token' : 'too many wrong tokens';
      log.warn('Console sign-in refused', { address, reason });
      if (result === 'wrong')
        return pages.answer(res, signInPage(next, 401, 'Incorrect management token.'), undefined);
      setRetryAfter(res, result.wait_s);
      const minutes = Math.ceil(result.wait_s / 60);
      const fault = `Too many failed attempts from your network. Try again in ${minutes} min.`;
      pages.answer(res, signInPage(next, 429, fault), undefined);
    }),
    pages.open('post', `${CONSOLE}/sign-out`, async (req, res, session) => {
      if (!isSameOrigin(req)) throw new PlainStatus(403);
      await pages.signOut(req, res, session);
      if (session) log.info('Console sign-out', { address: sourceAddress(req) });
      pages.redirect(res, done(PATH, 'signed_out').to);
    }),
  ];
}

const signInPageOf =
  (has_openid: boolean) =>
  (next: string, status = 200, fault?: string, loss?: string): View => {
    const openid = has_openid ? withQuery(`${PATH}/openid`, { next }) : undefined;
    return { view: 'sign-in', title: 'Sign in', status, model: { next, fault, loss, openid } };
  };
