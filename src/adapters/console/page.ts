import helmet from 'helmet';
import type { Request, Response } from '../http/request';
import type { Person } from '../../domain/access/person';
import type { Log } from '../../ports/log';
import type { UnitOfWork, UnitsOfWork } from '../../ports/unit-of-work';
import type { Download } from '../../use-cases/download';
import { clientId } from '../http/schemas/client-schemas';
import { notFound, setRetryAfter } from '../http/responses/envelope';
import { sendFile } from '../http/responses/file-response';
import { closedSignal } from '../http/connections/closed-signal';
import { PlainStatus } from '../http/connections/plain-status';
import type { RawRouteSpec } from '../http/route';
import { uuid } from '../http/schemas/schemas';
import { requestIdOf } from '../http/request-scope';
import { sourceAddress } from '../http/connections/source-address';
import { clearSessionCookie, sessionCookie, setSessionCookie } from './sessions/cookie';
import { assertOperator, failurePage, shownFailure } from './failures';
import { Form } from './form';
import { type GradualPage, sendGradually } from './gradual-page';
import { isSameOrigin, refererOf } from './sessions/origin';
import { CONSOLE, withQuery } from './paths';
import { isSame, type Session, type Sessions } from './sessions/sessions';
import { render, type View } from './views';

/** A redirect after a form (303), so that reloading the page does not submit the form again. */
export interface Redirect {
  readonly to: string;
}
export type Outcome = View | Redirect;

/** A request for a page. */
export interface Visit {
  readonly params: Readonly<Record<string, string>>;
  /** Query parameters as given, without empty ones, because a form submits all its fields. */
  readonly query: Readonly<Record<string, string>>;
  readonly unit: UnitOfWork;
  /** @returns a signal that aborts when the browser disconnects before the response */
  readonly closed: () => AbortSignal;
}

const HTML = 'text/html; charset=utf-8';

/**
 * Security headers: no external resources, no inline scripts or styles, no framing, and forms only to the console
 * itself.
 */
const protect = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'style-src': ["'self'"],
      'script-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
    },
  },
  referrerPolicy: { policy: 'same-origin' }, // with `no-referrer`, browsers would send forms with `Origin: null`
  strictTransportSecurity: false, // the listener sends it when it uses TLS itself
  xFrameOptions: { action: 'deny' },
});

export class Pages {
  constructor(
    private readonly sessions: Sessions,
    private readonly log: Log,
    private readonly units: UnitsOfWork,
  ) {}

  /** A page that requires a session. Without one the browser is redirected to sign-in, and back after it. */
  show(path: string, show: (visit: Visit, session: Session) => Promise<Outcome>): RawRouteSpec {
    return this.open('get', path, async (req, res, session, unit) => {
      const next = req.originalUrl === CONSOLE ? undefined : req.originalUrl;
      if (!session) return this.redirect(res, withQuery(`${CONSOLE}/sign-in`, { next, done: endedIn(req) }));
      this.answer(res, await show(visitOf(req, res, unit), session), session);
    });
  }

  /** A page whose only purpose is a form, which a viewer may not use. */
  form(path: string, show: (visit: Visit) => Promise<Outcome>): RawRouteSpec {
    return this.show(path, async (visit, session) => {
      assertOperator(session);
      return show(visit);
    });
  }

  /**
   * The action of a form that requires a session. An error that the action does not handle is shown as a page.
   *
   * @param waits_s - how much longer than others the response may take, in seconds
   */
  act(
    path: string,
    act: (form: Form, visit: Visit, session: Session) => Promise<Outcome | GradualPage>,
    waits_s = 0,
  ): RawRouteSpec {
    const route = this.open('post', path, async (req, res, session, unit) => {
      if (!isSameOrigin(req)) throw new PlainStatus(403);
      const form = await Form.read(req, res);
      if (!session)
        return this.redirect(
          res,
          withQuery(`${CONSOLE}/sign-in`, { next: refererOf(req), done: 'form_lost' }),
        );
      assertOperator(session);
      if (!isSame(form.exact('form_token'), session.form_token)) throw new PlainStatus(403);
      const outcome = await act(form, visitOf(req, res, unit), session);
      if ('rest' in outcome) await this.answerGradually(res, outcome, session);
      else this.answer(res, outcome, session);
    });
    return { ...route, waits_s };
  }

  /** A download that requires a session. */
  file(path: string, file: (visit: Visit) => Promise<Download>): RawRouteSpec {
    return this.open('get', path, async (req, res, session, unit) => {
      if (!session) return this.redirect(res, withQuery(`${CONSOLE}/sign-in`, { next: req.originalUrl }));
      await sendFile(req, res, await file(visitOf(req, res, unit)));
    });
  }

  /** A page without a required session. */
  open(
    method: 'get' | 'post',
    path: string,
    respond: (req: Request, res: Response, session: Session | undefined, unit: UnitOfWork) => Promise<void>,
  ): RawRouteSpec {
    return {
      method,
      path,
      access: 'public', // the handlers check the session
      respond: async (req, res, unit) => {
        protect(req, res, () => undefined);
        res.setHeader('Cache-Control', 'no-store');
        let session: Session | undefined;
        try {
          session = await this.sessions.find(sessionCookie(req));
          await respond(req, res, session, this.unitOf(session, unit));
        } catch (error) {
          this.fail(req, res, error, session);
        }
      },
    };
  }

  /** Changes of a person are recorded under the id of the person. */
  private unitOf(session: Session | undefined, unit: UnitOfWork): UnitOfWork {
    if (!session?.person) return unit;
    return this.units.open({
      actor: { kind: 'operator', id: session.person.sub },
      request_id: requestIdOf(),
    });
  }

  /** @param former - the browser's previous session, which is ended */
  async signIn(
    req: Request,
    res: Response,
    former: Session | undefined,
    person: Person | null = null,
  ): Promise<void> {
    const opened = await this.sessions.open({
      source_address: sourceAddress(req),
      user_agent: req.headers['user-agent'],
      person,
    });
    if (former) await this.sessions.end(former.id);
    setSessionCookie(req, res, opened.token, opened.max_age_ms);
  }

  async signOut(req: Request, res: Response, session: Session | undefined): Promise<void> {
    if (session) await this.sessions.end(session.id);
    clearSessionCookie(req, res);
  }

  answer(res: Response, outcome: Outcome, session: Session | undefined): void {
    if ('to' in outcome) return this.redirect(res, outcome.to);
    const html = render(outcome, session);
    res.statusCode = outcome.status ?? 200;
    res.setHeader('Content-Type', HTML);
    res.setHeader('Content-Length', Buffer.byteLength(html));
    res.end(html);
  }

  private answerGradually(res: Response, page: GradualPage, session: Session): Promise<void> {
    res.setHeader('Content-Type', HTML);
    return sendGradually(
      res,
      page,
      (view) => render(view, session),
      (error) => {
        const { message } = this.failure(error);
        return { view: 'parts/unfinished', title: '', model: { message } };
      },
    );
  }

  redirect(res: Response, to: string): void {
    res.statusCode = 303;
    res.setHeader('Location', to);
    res.end();
  }

  private fail(req: Request, res: Response, error: unknown, session: Session | undefined): void {
    if (res.headersSent || res.destroyed) throw error;
    const failure = this.failure(error);
    setRetryAfter(res, failure.retry_after_s);
    this.answer(res, failurePage(failure, refererOf(req)), session);
  }

  private failure(error: unknown) {
    const failure = shownFailure(error);
    if (failure.status === 500) this.log.error('Unexpected error', error);
    return failure;
  }
}

const ids = {
  id: uuid,
  document_id: uuid,
  message_id: uuid,
  attachment_id: uuid,
  response_id: uuid,
  branding_id: uuid,
  relation_id: uuid,
  client_id: clientId,
} as const;

/** @throws DomainError not_found when the parameter is not a valid id */
export function idIn({ params }: Visit, name: keyof typeof ids): string {
  const result = ids[name].safeParse(params[name]);
  if (!result.success) throw notFound();
  return result.data;
}

/** Whether the browser had a session, which has ended since. */
const endedIn = (req: Request) => (sessionCookie(req) === undefined ? undefined : 'session_over');

function visitOf(req: Request, res: Response, unit: UnitOfWork): Visit {
  const given = Object.entries(req.query).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const params = req.params as Record<string, string>;
  return { params, query: Object.fromEntries(given), unit, closed: () => closedSignal(res) };
}
