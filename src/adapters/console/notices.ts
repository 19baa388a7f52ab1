/**
 * Messages about the result of a form, shown on the page after the redirect. The address contains only the message's
 * name, never a text.
 */
const NOTICES = {
  company_created: 'The company was created.',
  created_before: 'The form was sent before, and created this then: nothing was done a second time.',
  client_created_before:
    'The form was sent before, and created this client then. Its secret was shown that once: rotate it if it was missed.',
  saved: 'Saved.',
  activated: 'The client is active again.',
  deactivated: 'The client is deactivated: it gets no more tokens. Those it has expire within the hour.',
  unlocked: 'Failed attempts are forgotten: the client is not locked out.',
  revoked: 'The refresh token is revoked. The client has to start from its secret.',
  session_ended: 'The session is ended.',
  other_sessions_ended: 'All other sessions are ended.',
  outcome: 'The outcome is noted.',
} as const;

export type NoticeName = keyof typeof NOTICES;

export function noticeOf(query: Readonly<Record<string, string>>): string | undefined {
  const { done = '' } = query;
  return Object.hasOwn(NOTICES, done) ? NOTICES[done as NoticeName] : undefined;
}

export const done = (path: string, name: NoticeName) => ({ to: `${path}?done=${name}` });
