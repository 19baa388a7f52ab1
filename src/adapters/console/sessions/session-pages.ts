import type { RawRouteSpec } from '../../http/route';
import { browserName } from './browser-name';
import { done, noticeOf } from '../notices';
import { idIn, type Pages } from '../page';
import { CONSOLE } from '../paths';
import type { Sessions } from './sessions';

const PATH = `${CONSOLE}/sessions`;

/** Lists the sessions and ends them. */
export function sessionPages(pages: Pages, sessions: Sessions): RawRouteSpec[] {
  return [
    pages.show(PATH, async ({ query }, current) => {
      const rows = (await sessions.list()).map((session) => ({
        ...session,
        browser: browserName(session.user_agent),
        is_current: session.id === current.id,
      }));
      const notice = noticeOf(query);
      return {
        view: 'sessions',
        title: 'Sessions',
        section: 'sessions',
        notice,
        model: { rows, path: PATH },
      };
    }),
    pages.act(`${PATH}/:id/end`, async (_form, visit) => {
      await sessions.end(idIn(visit, 'id'));
      return done(PATH, 'session_ended');
    }),
    pages.act(`${PATH}/end-others`, async (_form, _visit, current) => {
      await sessions.endOthers(current);
      return done(PATH, 'other_sessions_ended');
    }),
  ];
}
