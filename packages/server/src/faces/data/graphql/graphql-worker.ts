import { serveSerially } from '@orrery/kernel';
import { LRUCache } from 'lru-cache';
import type { PlanAnswer, PlanRequest } from './graphql-messages.ts';
import { type BuiltSchema, buildSchema, type MetaPiece } from './thread/build-schema.ts';
import { planRequest } from './thread/plan-request.ts';

/** Bound on the memory of all schemas. */
const mostSchemaBytes = 128 * 1024 * 1024;

const schemas = new LRUCache<string, BuiltSchema>({
  maxSize: mostSchemaBytes,
  sizeCalculation: ({ bytes }) => Math.max(1, bytes),
});

serveSerially(answerOrBroken);

/** A failure is an answer, so that the thread keeps the schemas of all. */
function answerOrBroken(request: PlanRequest): PlanAnswer {
  try {
    return answer(request);
  } catch (error) {
    return { kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function answer(request: PlanRequest): PlanAnswer {
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
