import { parentPort } from 'node:worker_threads';
import type { ToEngines } from './engine-messages.ts';

// For tests: an engine thread that fails in the way the name of the asked source says.
parentPort?.on('message', (message: ToEngines) => {
  if (message.kind === 'close') return parentPort?.postMessage({ kind: 'closed' });
  if (message.kind !== 'act') return undefined;
  switch (message.act.source) {
    case 'throws':
      throw new Error('a bug of the thread');
    case 'exits':
      return process.exit(7);
    case 'hoards': {
      const hoard: object[] = [];
      for (;;) hoard.push(new Array(100_000).fill(hoard.length));
    }
    case 'breaks':
      return parentPort?.postMessage({
        kind: 'broken',
        failure: { kind: 'fault', message: 'broken', stack: undefined },
      });
    case 'waits':
      return undefined;
    default:
      return parentPort?.postMessage({ kind: 'gained', id: message.id, gain: undefined });
  }
});
