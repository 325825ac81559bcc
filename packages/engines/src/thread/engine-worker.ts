import { type Transferable, parentPort, workerData } from 'node:worker_threads';
import { disengage, engage } from './engine-activity.ts';
import { EngineHost } from './engine-host.ts';
import type { EngineRequest, EngineThreadData, FromEngines, ToEngines } from './engine-messages.ts';
import { giveWay } from './give-way.ts';
import { PieceOutlet } from './piece-outlet.ts';
import { failureOf } from './thread-failure.ts';

// The program of the engine thread. It imports only engines and the row writer: every module here costs memory per
// runtime.
const { sources, activity, ...settings } = workerData as EngineThreadData; // set by EngineWorker alone
giveWay();
const host = new EngineHost(sources, settings, () => engage(activity));

interface RunningRequest {
  readonly controller: AbortController;
  readonly outlet?: PieceOutlet;
}

const running = new Map<number, RunningRequest>();

async function answer(id: number, request: EngineRequest, inPieces: boolean): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const outlet = inPieces
    ? new PieceOutlet(signal, (pieces) => send({ kind: 'pieces', id, pieces }, memoryOf(pieces)))
    : undefined;
  running.set(id, { controller, ...(outlet ? { outlet } : {}) });
  try {
    const result = await host.answer(request, signal, outlet);
    const pieces = typeof result === 'object' && result !== null && 'data' in result ? result.data : [];
    send({ kind: 'done', id, result }, memoryOf(pieces));
  } catch (error) {
    send({ kind: 'failed', id, failure: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

async function close(): Promise<void> {
  for (const { controller } of running.values()) controller.abort();
  await host.close();
  disengage(activity);
  send({ kind: 'closed' });
}

function memoryOf(pieces: readonly Uint8Array<ArrayBuffer>[]): readonly ArrayBuffer[] {
  return pieces.map(({ buffer }) => buffer);
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
    case 'request':
      return void answer(message.id, message.request, message.inPieces);
    case 'allow':
      return running.get(message.id)?.outlet?.allow(message.bytes);
    case 'cancel':
      return running.get(message.id)?.controller.abort();
    case 'close':
      return void close();
  }
});
