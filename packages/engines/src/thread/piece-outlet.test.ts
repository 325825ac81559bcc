import { EngineCancelled } from '../engine.ts';
import { expect, it } from 'vitest';
import { PieceOutlet } from './piece-outlet.ts';

const piece = (bytes: number) => [new Uint8Array(bytes)];

function outletIn(signal = new AbortController().signal, allowedBytes = 0) {
  const sent: number[] = [];
  const send = (pieces: readonly Uint8Array[]) => void sent.push(pieces[0]?.byteLength ?? 0);
  return { sent, outlet: new PieceOutlet(signal, send, allowedBytes) };
}

it('pieces are sent at once, as long as their total size is within the bound', async () => {
  const { outlet, sent } = outletIn(undefined, 10);
  await outlet.put(piece(4));
  await outlet.put(piece(5));
  let mayGoOn = false;
  const third = outlet.put(piece(6)).then(() => {
    mayGoOn = true;
  });
  outlet.allow(15);
  await new Promise(setImmediate);
  expect([sent, mayGoOn]).toEqual([[4, 5, 6], false]);
  outlet.allow(16);
  await third;
});

it('waiting ends with the signal, whenever it fires', async () => {
  const controller = new AbortController();
  const { outlet } = outletIn(controller.signal);
  const waiting = outlet.put(piece(1));
  controller.abort();
  await expect(waiting).rejects.toBeInstanceOf(EngineCancelled);
  await expect(outlet.put(piece(1))).rejects.toBeInstanceOf(EngineCancelled);
});
