import type { UnitsOfWork } from '../../src/ports/unit-of-work';

/** For listeners whose routes store nothing: using such a unit of work fails. */
export const NO_UNITS: UnitsOfWork = {
  open: () =>
    new Proxy({} as ReturnType<UnitsOfWork['open']>, {
      get: (_unit, method) => () => {
        throw new Error(`There is no database to ${String(method)} from.`);
      },
    }),
};
