import { parentPort } from 'node:worker_threads';
import type { ToEngines } from './engine-messages.ts';

// An engine thread for tests that fails in the way that the name of the requested source selects.
parentPort?.on('message', (message: ToEngines) => {
  if (message.kind === 'close') return parentPort?.postMessage({ kind: 'closed' });
  if (message.kind === 'leave') return parentPort?.postMessage({ kind: 'left', host: message.host });
  if (message.kind !== 'request') return undefined;
  switch (message.request.source) {
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
      return parentPort?.postMessage({ kind: 'done', id: message.id, result: undefined });
  }
});
