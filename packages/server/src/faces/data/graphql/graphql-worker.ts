import { parentPort } from 'node:worker_threads';
import type { SerialAnswer } from '@orrery/kernel';
import { LRUCache } from 'lru-cache';
import type { PlanRequest, ThreadAnswer, ThreadRequest } from './graphql-messages.ts';
import { type BuiltSchema, buildSchema, type MetaPiece } from './thread/build-schema.ts';
import { planRequest } from './thread/plan-request.ts';
import { writeAnswer } from './write-rows.ts';

/** Bound on the memory of all schemas. */
const mostSchemaBytes = 128 * 1024 * 1024;

const schemas = new LRUCache<string, BuiltSchema>({
  maxSize: mostSchemaBytes,
  sizeCalculation: ({ bytes }) => Math.max(1, bytes),
});

parentPort?.on('message', (request: ThreadRequest) => {
  try {
    tell({ kind: 'answered', answer: answer(request), isSpent: false });
  } catch (error) {
    tell({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
tell({ kind: 'ready' });

function answer(request: ThreadRequest): ThreadAnswer {
  if (request.kind === 'write') return { kind: 'written', json: writeAnswer(request) };
  const built = schemas.get(request.schemaKey) ?? build(request);
  return built ? planRequest(request, built, request) : { kind: 'no-schema' };
}

function build({ schemaKey, meta }: PlanRequest): BuiltSchema | undefined {
  if (!meta) return undefined;
  const { cubes } = JSON.parse(Buffer.from(meta).toString()) as { readonly cubes: readonly MetaPiece[] }; // written by us
  const built = buildSchema(cubes);
  schemas.set(schemaKey, built);
  return built;
}

function tell(answered: SerialAnswer<ThreadAnswer>): void {
  parentPort?.postMessage(answered);
}
