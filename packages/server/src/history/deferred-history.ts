import { once } from '../timing/index.ts';
import type { HistoryKeeper } from './history-keeper.ts';

/** A history that its first use opens. If opening fails, the next use tries again. */
export function deferredHistory(open: () => Promise<HistoryKeeper>): HistoryKeeper {
  let opening: Promise<HistoryKeeper> | undefined;
  const openOnce = once(open);
  const opened = () => (opening = openOnce());
  return {
    append: async (items) => (await opened()).append(items),
    list: async (filter) => (await opened()).list(filter),
    find: async (deploymentId, id) => (await opened()).find(deploymentId, id),
    prune: async (limits) => (await opened()).prune(limits),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}
