import { MemoryUnitsOfWork } from './units-of-work';

/** Units of work that each test of the describe block begins with anew. */
export function inMemory(): () => MemoryUnitsOfWork {
  let units: MemoryUnitsOfWork;
  beforeEach(() => {
    units = new MemoryUnitsOfWork();
  });
  return () => units;
}
