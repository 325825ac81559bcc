import { type RequestOwner, SerialThread, type ThreadLimits, Unavailable } from '@orrery/kernel';
import { LRUCache } from 'lru-cache';
import type {
  AnswerNode,
  GraphqlPlan,
  GraphqlRequest,
  PlanAnswer,
  PlanRequest,
  WriteRequest,
  WriteOutcome,
} from './graphql-messages.ts';
import { writeAnswer } from './write-rows.ts';

const planning = {
  file: new URL('./graphql-worker.ts', import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 512 },
};
/** Holds rows and their JSON, and no schema that would be lost with it. */
const writing = {
  file: new URL('./write-worker.ts', import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 1024 },
};
/** Sizes are characters. */
const limits = {
  startWithinMs: 20_000,
  keepForMs: 5 * 60_000,
  waitingSize: 16 * 1024 * 1024,
  waitingSizeOfCaller: 2 * 1024 * 1024,
} as const;
/** The largest description of a schema takes half of the processor time, and so does building one of 40,000 members. */
const planningLimits: ThreadLimits = { ...limits, answerWithinMs: 10_000, processorMs: 1_000 };
/** Answers have a bound of their own: the largest one takes some seconds. */
const writingLimits: ThreadLimits = { ...limits, answerWithinMs: 100_000, processorMs: 10_000 };

/** A short request counts as a page, and so does an answer, which is bounded before. */
const leastSize = 2 * 1024;

/** Bounds on remembered plans, in characters of the requests and of the JSON of the plans. */
const mostRemembered = 8 * 1024 * 1024;
const longestRemembered = 64 * 1024;

/** JSON of this size takes a millisecond or two. */
const longFromBytes = 512 * 1024;

type RefusedPlan = Extract<PlanAnswer, { kind: 'refused' }>;

/** The schema of a caller: equal keys are equal schemas. */
export interface CallerSchema {
  readonly key: string;
  readonly mayIntrospect: boolean;
  /** The body of `/v1/meta`, from which the schema is built. */
  readonly meta: Uint8Array;
}

/**
 * Plans requests in a thread, which holds schemas and all code of GraphQL, and writes long answers in another. They start
 * with the first request, and end when none has come for a while. Accounts take turns in them, and so do the callers of an
 * account. Plans of equal requests are remembered here.
 */
export class GraphqlPlanner {
  readonly #planning = new SerialThread<PlanRequest, PlanAnswer>(planning, planningLimits);
  readonly #writing = new SerialThread<WriteRequest, WriteOutcome>(writing, writingLimits);
  readonly #plans = new LRUCache<string, GraphqlPlan>({
    maxSize: mostRemembered,
    maxEntrySize: longestRemembered,
    sizeCalculation: (plan, text) => text.length + JSON.stringify(plan).length,
  });

  /** @throws Unavailable when too much waits for the thread, or it takes too long */
  async plan(request: GraphqlRequest, schema: CallerSchema, asker: RequestOwner): Promise<GraphqlPlan | RefusedPlan> {
    const text = JSON.stringify([schema.key, schema.mayIntrospect, request]);
    const known = this.#plans.get(text);
    if (known) return known;
    const asked = { ...request, schemaKey: schema.key, mayIntrospect: schema.mayIntrospect };
    const first = await ask(this.#planning, asked, text.length, asker);
    const isMissing = first.kind === 'no-schema';
    const answer = isMissing ? await ask(this.#planning, { ...asked, meta: schema.meta }, text.length, asker) : first;
    if (answer.kind === 'no-schema') throw new Error('the thread was given the schema');
    if (answer.kind === 'broken') throw new Error(answer.message);
    if (answer.kind === 'planned' && answer.fields.length > 0 && !answer.introspects) this.#plans.set(text, answer);
    return answer;
  }

  /** Writes the rows of an answer in their form: a long one in the thread, because it would stop everything else. */
  async write(answer: WriteRequest, asker: RequestOwner): Promise<WriteOutcome> {
    return mostWritten(answer) < longFromBytes ? writeAnswer(answer) : ask(this.#writing, answer, leastSize, asker);
  }

  async close(): Promise<void> {
    await Promise.all([this.#planning.close(), this.#writing.close()]);
  }
}

async function ask<Request, Answer>(
  thread: SerialThread<Request, Answer>,
  request: Request,
  size: number,
  asker: RequestOwner,
): Promise<Answer> {
  try {
    return await thread.ask(request, Math.max(size, leastSize), asker);
  } catch (error) {
    throw new Unavailable('graphql.busy', 'The request could not be read or answered in time; try again', {
      cause: error,
    });
  }
}

/** Returns a bound on the characters that an answer becomes: a short answer is a long one where its columns have many names. */
function mostWritten({ data, row }: WriteRequest): number {
  const uses = new Map<string, number>();
  let names = 2;
  const visit = (node: AnswerNode) => {
    names += node.key.length + 32;
    if (node.kind === 'value') uses.set(node.column, (uses.get(node.column) ?? 0) + 1);
    if (node.kind === 'object') node.fields.forEach(visit);
  };
  row.forEach(visit);
  const shortestRow = 2 * uses.size + 2;
  return (data.byteLength / shortestRow) * names + data.byteLength * Math.max(1, ...uses.values());
}
