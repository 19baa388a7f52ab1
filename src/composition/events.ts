import { ProjectedResources } from '../adapters/api/events/projected-resources';
import { EventRecorder } from '../use-cases/events/event-recorder';
import { EventFeed } from '../use-cases/events/event-feed';
import { GrowingLogs } from '../use-cases/events/growing-logs';
import { EventSequencer } from '../use-cases/events/sequencer';
import {
  ANSWERED_RESOURCES,
  CLOCK,
  EVENT_FEED,
  EVENT_LOG,
  EVENT_SEQUENCER,
  GROWING_LOGS,
  IDS,
  LOG,
  RECORDER,
} from './keys';
import type { Binder } from './binder';

/** Binds the recording of events, and what reads them. */
export function bindEvents({ bind, resolve }: Binder): void {
  bind(ANSWERED_RESOURCES, () => new ProjectedResources());
  bind(RECORDER, () => new EventRecorder(resolve(CLOCK), resolve(IDS), resolve(ANSWERED_RESOURCES)));
  bind(GROWING_LOGS, () => new GrowingLogs(resolve(EVENT_LOG)));
  bind(EVENT_SEQUENCER, () => {
    const sequencer = new EventSequencer(resolve(EVENT_LOG), resolve(LOG));
    sequencer.onAppended((company_id) => resolve(GROWING_LOGS).grown(company_id));
    return sequencer;
  });
  bind(EVENT_FEED, () => new EventFeed(resolve(EVENT_LOG), resolve(GROWING_LOGS)));
}
