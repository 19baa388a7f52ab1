import type { Response } from '../http/request';
import type { View } from './views';

/** A page whose end takes long. It is sent bit by bit, because a proxy gives up on a response that sends nothing. */
export interface GradualPage {
  /** The page, with `it.rest` in the place of its end. It is sent at once. */
  readonly page: View;
  /** Sent every second. Style sheets hide all but the last one. */
  readonly progress: () => View;
  readonly rest: () => Promise<View>;
}

const PROGRESS_MS = 1_000;
/** Templates escape all values, so no value contains it. */
const REST = '<!-- rest -->';

/**
 * @param render - of the page and of its parts
 * @param failed - what the page ends with when its rest fails; the status was sent before
 */
export async function sendGradually(
  res: Response,
  { page, progress, rest }: GradualPage,
  render: (view: View) => string,
  failed: (error: unknown) => View,
): Promise<void> {
  const [before = '', after = ''] = render({ ...page, model: { ...page.model, rest: REST } }).split(REST);
  res.write(before);
  const timer = setInterval(() => {
    if (!res.destroyed) res.write(render(progress()));
  }, PROGRESS_MS);
  let end: View;
  try {
    end = await rest();
  } catch (error) {
    if (res.destroyed) throw error;
    end = failed(error);
  } finally {
    clearInterval(timer);
  }
  res.end(render(end) + after);
}
