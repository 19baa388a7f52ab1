import { ProjectedResources } from '../adapters/api/events/projected-resources';
import { EventSequencer } from '../adapters/events/event-sequencer';
import { PolledLogs } from '../adapters/events/polled-logs';
import { outsideRequests } from '../adapters/http/request-scope';
import { ProcessTiming } from '../adapters/process-timing';
import { EventRecorder } from '../use-cases/events/event-recorder';
import { EventFeed } from '../use-cases/events/event-feed';
import { EventPositions } from '../use-cases/events/positions';
import {
  ANSWERED_RESOURCES,
  CLOCK,
  DELIVERY_ENGINE,
  EVENT_FEED,
  EVENT_LOG,
  EVENT_SEQUENCER,
  FOR_COMPANY,
  GROWING_LOGS,
  IDS,
  LOG,
  RECORDER,
  token,
} from './keys';
import type { Binder } from './binder';

/** Private to this file: only the sequencer says which logs have grown. */
const POLLED_LOGS = token<PolledLogs>('PolledLogs');

/** Binds the recording of events, and what reads them. */
export function bindEvents({ node, bind, resolve }: Binder): void {
  bind(ANSWERED_RESOURCES, () => new ProjectedResources());
  bind(RECORDER, () => new EventRecorder(resolve(CLOCK), resolve(IDS), resolve(ANSWERED_RESOURCES)));
  // One request starts to look for all that wait.
  const heads = (company_ids: readonly string[]) =>
    outsideRequests(() => resolve(EVENT_LOG).heads(company_ids));
  bind(POLLED_LOGS, () => new PolledLogs({ heads }));
  bind(GROWING_LOGS, () => resolve(POLLED_LOGS));
  bind(EVENT_SEQUENCER, () => {
    const sequencer = new EventSequencer(
      new EventPositions(resolve(EVENT_LOG)),
      resolve(LOG),
      resolve(FOR_COMPANY),
    );
    sequencer.onAppended((company_id) => resolve(POLLED_LOGS).grown(company_id));
    sequencer.onAppended((company_id) => resolve(DELIVERY_ENGINE).wake(company_id));
    return sequencer;
  });
  bind(
    EVENT_FEED,
    () => new EventFeed(resolve(EVENT_LOG), resolve(GROWING_LOGS), new ProcessTiming(), node.memory.waits),
  );
}
