import type { Form } from './form';
import { CONSOLE } from './paths';

/**
 * Messages about the result of a form, shown on the page after the redirect. The address contains only the message's
 * name, never a text.
 */
const NOTICES = {
  company_created: 'The company was created.',
  created_before: 'The form was already submitted and created this company. It was not created again.',
  client_created_before:
    'The form was already submitted and created this client. Its secret cannot be shown again: rotate it if you did not copy it.',
  saved: 'Saved.',
  activated: 'The client was activated.',
  deactivated: 'The client was deactivated. It gets no new tokens; its access tokens expire within one hour.',
  unlocked: 'Failed attempts were reset. The client is not locked out.',
  revoked: 'The refresh token was revoked. The client must authenticate with its secret.',
  signed_out: 'You have signed out.',
  form_lost:
    'Your session has expired, and nothing was changed. Sign in to return to the page of the form, and submit it again.',
  session_over: 'Your session has ended. Sign in to continue where you were.',
  session_ended: 'The session was ended.',
  other_sessions_ended: 'All other sessions were ended.',
  outcome: 'The outcome was saved.',
  sent_again: 'The document was accepted for sending again.',
} as const;

export type NoticeName = keyof typeof NOTICES;

export function noticeOf(query: Readonly<Record<string, string>>): string | undefined {
  const { done = '' } = query;
  return Object.hasOwn(NOTICES, done) ? NOTICES[done as NoticeName] : undefined;
}

/** The pages with forms that lead back to them. */
const RETURNS: readonly string[] = [CONSOLE, `${CONSOLE}/attention`];

/** The page that the form came from, as its field `back` states it, or else the page of its subject. */
export function pageAfter(form: Form, path: string): string {
  const back = form.exact('back');
  return RETURNS.includes(back) ? back : path;
}

export const done = (path: string, name: NoticeName) => ({ to: `${path}?done=${name}` });
