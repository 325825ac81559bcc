import { hash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { type CompileCache, compileModel } from '@orrery/semantic';
import type { CompileAnswer, CompileThreadData } from './compile-messages.ts';
import { type LoadedModelFiles, loadModelFiles } from './load-model-files.ts';

// Runs in its own thread. It keeps what makes the next compilation short, and what the other side has already got.
const { modelDirectory, piecePort } = workerData as CompileThreadData; // given by CompileThread alone
let cache: CompileCache | undefined;
let lastFiles: string | undefined;
let sentHashes: ReadonlyMap<string, string> = new Map();

function compile(): CompileAnswer {
  const loaded = loadModelFiles(modelDirectory);
  const fingerprint = fingerprintOf(loaded);
  if (fingerprint === lastFiles) return { kind: 'unchanged' };
  const { build, cache: nextCache } = compileModel(loaded.files, cache);
  cache = nextCache;
  lastFiles = fingerprint;
  const changed = build.pieces.filter((piece) => sentHashes.get(piece.name) !== piece.hash);
  for (const piece of changed) piecePort.postMessage(piece);
  sentHashes = new Map(build.pieces.map((piece) => [piece.name, piece.hash]));
  return {
    kind: 'compiled',
    sentPieces: changed.length,
    names: build.pieces.map((piece) => piece.name),
    unavailable: build.unavailable,
    problems: build.problems,
    notices: build.notices,
    unreadFiles: loaded.unread,
  };
}

function fingerprintOf({ files, unread }: LoadedModelFiles): string {
  return JSON.stringify([files.map((file) => [file.path, hash('sha256', file.text)]), unread]);
}

parentPort?.on('message', () => {
  try {
    parentPort?.postMessage(compile());
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ kind: 'failed', message } satisfies CompileAnswer);
  }
});
