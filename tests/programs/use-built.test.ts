import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const program = (from: string) =>
  `import { parentPort } from 'node:worker_threads'; parentPort.postMessage(import.meta.resolve(${JSON.stringify(from)}));`;

it.each([
  ['runtime/src/model/compile-worker.ts', /\/packages\/cli\/built\/[0-9a-f]{16}\/compile-worker\.js$/],
  ['runtime/src/model/compile-thread.ts', /\/packages\/runtime\/src\/model\/compile-thread\.ts$/],
])('a thread of a test loads %s from the build only if it is a program', async (name, expected) => {
  const source = new URL(`../../packages/${name}`, import.meta.url).href;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program(source))}`));
  expect(await once(worker, 'message')).toEqual([expect.stringMatching(expected)]);
  await worker.terminate();
});
