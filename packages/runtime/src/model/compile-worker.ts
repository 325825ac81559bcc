import { hash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { type Compiled, type CompileCache, compileModel, type ModelFile } from '@orrery/semantic';
import type { CompileAnswer, CompiledAnswer, CompileRequest, CompileThreadData } from './compile-messages.ts';
import { loadModelFiles } from './load-model-files.ts';

// Runs in its own thread. Keeps the compile cache, and knows what the other side has received.
const { modelDirectory, variables, piecePort } = workerData as CompileThreadData; // given by CompileThread alone
let cache: CompileCache | undefined;
let lastFiles: string | undefined;
let sentHashes: ReadonlyMap<string, string> = new Map();

function compile(): CompileAnswer {
  const files = loadModelFiles(modelDirectory);
  const fingerprint = fingerprintOf(files);
  if (fingerprint === lastFiles) return { kind: 'unchanged' };
  const compiled = compileModel(files, cache, { variables, context: {} });
  cache = compiled.cache;
  lastFiles = fingerprint;
  const answer = send(compiled);
  sentHashes = new Map(compiled.build.pieces.map((piece) => [piece.name, piece.hash]));
  return compiled.contextReads.length > 0 ? { ...answer, files } : answer;
}

/** Caches nothing: there are many contexts, and one model. */
function compileVariant({ files, context }: Extract<CompileRequest, { kind: 'variant' }>): CompileAnswer {
  return send(compileModel(files, cache, { variables, context }));
}

function send({ build, contextReads }: Compiled): CompiledAnswer {
  const changed = build.pieces.filter((piece) => sentHashes.get(piece.name) !== piece.hash);
  for (const piece of changed) piecePort.postMessage(piece);
  return {
    kind: 'compiled',
    sentPieces: changed.length,
    sentBytes: changed.reduce((sum, piece) => sum + JSON.stringify(piece).length, 0),
    names: build.pieces.map((piece) => piece.name),
    unavailable: build.unavailable,
    problems: build.problems,
    notices: build.notices,
    contextReads,
  };
}

function fingerprintOf(files: readonly ModelFile[]): string {
  return JSON.stringify(files.map((file) => [file.path, hash('sha256', file.text)]));
}

parentPort?.on('message', (request: CompileRequest) => {
  try {
    parentPort?.postMessage(request.kind === 'compile' ? compile() : compileVariant(request));
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ kind: 'failed', message } satisfies CompileAnswer);
  }
});
