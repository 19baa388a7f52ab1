import { MemoryUnitsOfWork } from '../support/memory/units-of-work';
import { testUnitsOfWork } from '../support/contracts/units-of-work-contract';

describe('units of work in memory', () => {
  const units = new MemoryUnitsOfWork();
  testUnitsOfWork(() => units);
});
