import { type Transferable, parentPort, workerData } from 'node:worker_threads';
import { EngineCancelled } from '../engine.ts';
import { disengage, engage } from './engine-activity.ts';
import { EngineHost } from './engine-host.ts';
import type { EngineThreadData, FromEngines, ToEngines } from './engine-messages.ts';
import { giveWay } from './give-way.ts';
import { PieceOutlet } from './piece-outlet.ts';
import { failureOf } from './thread-failure.ts';

// The program of the engine thread. It imports only engines and the row writer: every module here costs memory per
// thread.
const { activity } = workerData as EngineThreadData; // set by EngineThread alone
giveWay();
const hosts = new Map<number, EngineHost>();

interface RunningRequest {
  readonly host: number;
  readonly controller: AbortController;
  readonly outlet?: PieceOutlet;
}

const running = new Map<number, RunningRequest>();
let closed: Promise<void> | undefined;

async function answer({ host, id, request, allowedBytes }: Extract<ToEngines, { kind: 'request' }>): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const sendPieces = (pieces: readonly Uint8Array<ArrayBuffer>[]) =>
    send({ kind: 'pieces', id, pieces }, memoryOf(pieces));
  const outlet = allowedBytes === undefined ? undefined : new PieceOutlet(signal, sendPieces, allowedBytes);
  running.set(id, { host, controller, ...(outlet ? { outlet } : {}) });
  try {
    const result = await hostOf(host).answer(request, signal, outlet);
    const pieces = typeof result === 'object' && result !== null && 'data' in result ? result.data : [];
    send({ kind: 'done', id, result }, memoryOf(pieces));
  } catch (error) {
    send({ kind: 'failed', id, failure: failureOf(error) });
  } finally {
    running.delete(id);
  }
}

async function empty(host: number, id: number): Promise<void> {
  try {
    await hostOf(host).empty();
    send({ kind: 'emptied', id });
  } catch (error) {
    send({ kind: 'failed', id, failure: failureOf(error) });
  }
}

/** Safe to call twice: `left` tells that nothing of the host runs any more. */
async function leave(number: number): Promise<void> {
  const host = hosts.get(number);
  for (const request of running.values()) if (request.host === number) request.controller.abort();
  try {
    await host?.close();
    send({ kind: 'left', host: number });
  } catch (error) {
    send({ kind: 'left', host: number, failure: failureOf(error) });
  }
  hosts.delete(number);
}

function close(): Promise<void> {
  closed ??= Promise.all([...hosts.keys()].map((host) => leave(host))).then(() => {
    disengage(activity);
    send({ kind: 'closed' });
  });
  return closed;
}

function hostOf(number: number): EngineHost {
  const host = hosts.get(number);
  if (!host) throw new EngineCancelled();
  return host;
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
    case 'host':
      return void hosts.set(message.host, new EngineHost(message.settings, () => engage(activity)));
    case 'request':
      return void answer(message);
    case 'allow':
      return running.get(message.id)?.outlet?.allow(message.bytes);
    case 'cancel':
      return running.get(message.id)?.controller.abort();
    case 'empty':
      return void empty(message.host, message.id);
    case 'leave':
      return void leave(message.host);
    case 'close':
      return void close();
  }
});
