import { ProjectedResources } from '../../src/adapters/api/events/projected-resources';
import { TimeOrderedIds } from '../../src/adapters/random/ids';
import type { Clock } from '../../src/ports/clock';
import { EventRecorder } from '../../src/use-cases/events/event-recorder';

/** The recorder of the service. */
export function eventRecorder(clock: Clock = { now: () => new Date() }): EventRecorder {
  return new EventRecorder(clock, new TimeOrderedIds(clock), new ProjectedResources());
}
