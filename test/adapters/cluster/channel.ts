import type { ChannelEnd } from '../../../src/adapters/cluster/calls';

/** A channel between two ends in this process, which clones messages as the channel between processes does. */
export function aChannel(): { readonly ends: readonly [ChannelEnd, ChannelEnd]; readonly close: () => void } {
  const listeners: ((message: unknown) => void)[][] = [[], []];
  const closed: (() => void)[] = [];
  const end = (index: 0 | 1): ChannelEnd => ({
    send(message, failed) {
      const cloned: unknown = structuredClone(message);
      setImmediate(() => {
        for (const listener of listeners[1 - index]!) listener(cloned);
        failed(null);
      });
    },
    onMessage: (listener) => void listeners[index]!.push(listener),
    onClosed: (listener) => void closed.push(listener),
  });
  return { ends: [end(0), end(1)], close: () => closed.forEach((listener) => listener()) };
}
