import { type Transferable, parentPort, workerData } from 'node:worker_threads';
import { disengage, engage } from './engine-activity.ts';
import { EngineHost } from './engine-host.ts';
import type { EngineAct, EngineThreadData, FromEngines, ToEngines } from './engine-messages.ts';
import { giveWay } from './give-way.ts';
import { failureOf } from './thread-failure.ts';

// Runs in its own thread. It imports only engines and what writes rows: every module here costs memory per runtime.
const { sources, maxResultBytes, activity } = workerData as EngineThreadData; // given by EngineWorker alone
giveWay();
const host = new EngineHost(sources, maxResultBytes, () => engage(activity));
const running = new Map<number, AbortController>();

async function answer(id: number, act: EngineAct): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const gain = await host.gain(act, controller.signal);
    const bytes = typeof gain === 'object' && gain !== null && 'data' in gain ? gain.data : [];
    send(
      { kind: 'gained', id, gain },
      bytes.map(({ buffer }) => buffer),
    );
  } catch (error) {
    send({ kind: 'failed', id, failure: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

async function close(): Promise<void> {
  for (const controller of running.values()) controller.abort();
  await host.close();
  disengage(activity);
  send({ kind: 'closed' });
}

function send(message: FromEngines, handedOver: readonly Transferable[] = []): void {
  parentPort?.postMessage(message, handedOver);
}

process.on('uncaughtException', (error) => {
  send({ kind: 'broken', failure: failureOf(error) });
  void close();
});

parentPort?.on('message', (message: ToEngines) => {
  switch (message.kind) {
    case 'act':
      return void answer(message.id, message.act);
    case 'cancel':
      return running.get(message.id)?.abort();
    case 'close':
      return void close();
  }
});
