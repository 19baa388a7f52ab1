import { PerformanceObserver } from 'node:perf_hooks';

/**
 * Ends the observers of a test file after it. Node keeps those of prom-client's default metrics, and with them every
 * module that the file loaded, for as long as the process runs, which is that of many files.
 */
const observers = new Set<PerformanceObserver>();
const { prototype } = PerformanceObserver;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own observer
const { observe } = prototype;

prototype.observe = function observed(...options) {
  observers.add(this);
  return observe.apply(this, options);
};

afterAll(() => {
  prototype.observe = observe;
  for (const observer of observers) observer.disconnect();
});
