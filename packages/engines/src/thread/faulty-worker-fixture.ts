import { parentPort } from 'node:worker_threads';
import type { ToEngines } from './engine-messages.ts';
import './engine-worker.ts';

// The engine thread, which has a fault of ours when it is asked for the source `faults`.
parentPort?.on('message', (message: ToEngines) => {
  if (message.kind === 'request' && message.request.source === 'faults') throw new Error('a fault of ours');
});
