import { AsyncLocalStorage } from 'node:async_hooks';
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';
import { TestEnvironment } from 'jest-environment-node';
import { InterfaceDescription } from './interface-description';

type Method = (this: object, ...values: unknown[]) => unknown;

/** A kind of object that Node keeps, and works for, from a first call until a last one. */
interface Kept {
  readonly prototype: object;
  readonly begins: readonly string[];
  readonly ends: string;
}

const KEPT: readonly Kept[] = [
  // Each asynchronous operation copies the values of all storages. Jest has one for each file, too.
  { prototype: AsyncLocalStorage.prototype, begins: ['run', 'enterWith'], ends: 'disable' },
  // Those of prom-client's default metrics: an observer keeps every module that the file loaded, …
  { prototype: PerformanceObserver.prototype, begins: ['observe'], ends: 'disconnect' },
  // … and a monitor is a timer of 10 ms.
  {
    prototype: Object.getPrototypeOf(monitorEventLoopDelay()) as object,
    begins: ['enable'],
    ends: 'disable',
  },
];

declare global {
  /**
   * A description that the files of a process share, so that each schema is compiled once in the process and not once
   * in each file.
   *
   * @param key - of the run and the interface; undefined: the description is not shared
   * @param generate - called when there is none with this key
   * @returns undefined outside of Jest
   */
  var interfaceDescription:
    ((key: string | undefined, generate: () => object) => InterfaceDescription) | undefined;
  /**
   * A value that the files of a process share. It belongs to modules of `src`, which are kept for the next file.
   *
   * @param make - called when there is none with this name
   * @returns undefined outside of Jest
   */
  var keptForProcess: (<Value>(name: string, make: () => Value) => Value) | undefined;
}

const kept = new Map<string, unknown>();

function keptForProcess<Value>(name: string, make: () => Value): Value {
  if (!kept.has(name)) kept.set(name, make());
  return kept.get(name) as Value;
}

const descriptions = new Map<string, InterfaceDescription>();

function describedBy(key: string | undefined, generate: () => object): InterfaceDescription {
  const known = key === undefined ? undefined : descriptions.get(key);
  if (known) return known;
  // As text, so that nothing of the file is kept.
  const made = new InterfaceDescription(JSON.stringify(generate()));
  if (key !== undefined) descriptions.set(key, made);
  return made;
}

/**
 * Node keeps a key in place of each value of a storage, and the values live only as long as the file. Otherwise a timer
 * of Node's `fetch`, which lives as long as the process, takes on the values of each file that uses it. Among these is
 * jest's current test, through which all modules of the file are reached.
 *
 * @returns what undoes it
 */
function keepValuesOfStorages(): () => void {
  const values = new WeakMap<object, unknown>();
  const methods = AsyncLocalStorage.prototype as unknown as Record<string, Method>;
  const { run, enterWith, getStore } = methods;
  const keyOf = (value: unknown) => {
    // On Node 24, `run` calls `enterWith` with the key that it was given, and then with the value from before.
    if (value === undefined || values.has(value as object)) return value;
    const key = {};
    values.set(key, value);
    return key;
  };
  methods['run'] = function keyed(value, ...rest) {
    return run!.call(this, keyOf(value), ...rest);
  };
  methods['enterWith'] = function keyed(value) {
    return enterWith!.call(this, keyOf(value));
  };
  methods['getStore'] = function keyed() {
    const key = getStore!.call(this) as object;
    return values.has(key) ? values.get(key) : key; // a value from before the file has no key
  };
  return () => Object.assign(methods, { run, enterWith, getStore });
}

/** @returns what removes the new members of the global object, and undoes what Jest replaces for each file */
function keepGlobals(): () => void {
  const names = new Set(Reflect.ownKeys(globalThis));
  const { console } = globalThis;
  const { exit } = process as { exit: typeof process.exit };
  return () => {
    for (const name of Reflect.ownKeys(globalThis)) {
      if (!names.has(name)) Reflect.deleteProperty(globalThis, name);
    }
    globalThis.console = console;
    process.exit = exit;
  };
}

type Settings = ConstructorParameters<typeof TestEnvironment>;
type Maker = new (of: object) => never;

/**
 * The environment of a test file. Its global object is Node's own, to which modules that are kept for the next file
 * belong (`runtime.cjs`). It ends what the file began and Node would keep for as long as the process runs, which is
 * that of many files. Without this, a file takes twice as long after eighty others.
 */
export default class Environment extends TestEnvironment {
  private readonly undo: (() => void)[] = [keepGlobals()];

  constructor(...[settings, context]: Settings) {
    super(settings, context);
    const global = (this.global = globalThis as unknown as typeof this.global);
    this.moduleMocker = new (this.moduleMocker!.constructor as Maker)(global);
    const timers = { config: settings.projectConfig, global };
    this.fakeTimersModern = new (this.fakeTimersModern!.constructor as Maker)(timers);
  }

  override async setup(): Promise<void> {
    await super.setup();
    this.global.interfaceDescription = describedBy;
    this.global.keptForProcess = keptForProcess;
    this.undo.push(keepValuesOfStorages());
    for (const { prototype, begins, ends } of KEPT) {
      const methods = prototype as Record<string, Method>;
      const begun = new Set<object>();
      this.undo.push(() => begun.forEach((object) => methods[ends]!.call(object)));
      for (const name of begins) {
        const begin = methods[name]!;
        methods[name] = function recorded(...values) {
          begun.add(this);
          return begin.apply(this, values);
        };
        this.undo.push(() => (methods[name] = begin));
      }
    }
  }

  override async teardown(): Promise<void> {
    for (const undo of this.undo.splice(0).reverse()) undo();
    await super.teardown();
  }
}
