import { SerialThread, type ThreadLimits, Unavailable } from '@orrery/kernel';
import { LRUCache } from 'lru-cache';
import type { GraphqlPlan, GraphqlRequest, ThreadAnswer, ThreadRequest, WriteRequest } from './graphql-messages.ts';
import { writeAnswer } from './write-rows.ts';

const program = {
  file: new URL('./graphql-worker.ts', import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 512 },
};
const limits: ThreadLimits = {
  answerWithinMs: 10_000,
  startWithinMs: 20_000,
  keepForMs: 5 * 60_000,
  waitingSize: 16 * 1024 * 1024,
};

/** Bounds on remembered plans, in characters of the requests; a plan takes about ten times as much. */
const mostTexts = 2 * 1024 * 1024;
const longestText = 8 * 1024;

/** Rows of this size take a millisecond or two. */
const longFromBytes = 128 * 1024;

type Refused = Extract<ThreadAnswer, { kind: 'refused' }>;

/** The schema of a caller: equal keys are equal schemas. */
export interface CallerSchema {
  readonly key: string;
  readonly mayIntrospect: boolean;
  /** What the schema is built from, as `/v1/meta` answers it. */
  readonly meta: Uint8Array;
}

/**
 * Plans requests in a thread, which holds schemas and all code of GraphQL. It starts with the first request, and ends when
 * none has come for a while. Plans of equal requests are remembered here.
 */
export class GraphqlPlanner {
  readonly #thread = new SerialThread<ThreadRequest, ThreadAnswer>(program, limits);
  readonly #plans = new LRUCache<string, GraphqlPlan>({
    maxSize: mostTexts,
    maxEntrySize: longestText,
    sizeCalculation: (_, text) => text.length,
  });

  /** @throws Unavailable when too much waits for the thread, or it takes too long */
  async plan(request: GraphqlRequest, schema: CallerSchema): Promise<GraphqlPlan | Refused> {
    const text = JSON.stringify([schema.key, schema.mayIntrospect, request]);
    const known = this.#plans.get(text);
    if (known) return known;
    const asked = { kind: 'plan', ...request, schemaKey: schema.key, mayIntrospect: schema.mayIntrospect } as const;
    const size = text.length;
    let answer = await this.#ask(asked, size);
    if (answer.kind === 'no-schema')
      answer = await this.#ask({ ...asked, meta: schema.meta }, size + schema.meta.length);
    if (answer.kind === 'no-schema' || answer.kind === 'written') throw new Error('the thread was asked for a plan');
    if (answer.kind === 'planned' && answer.fields.length > 0) this.#plans.set(text, answer);
    return answer;
  }

  /** Writes the rows of an answer in their form: a long one in the thread, because it would stop everything else. */
  async write(answer: Omit<WriteRequest, 'kind'>): Promise<string> {
    if (answer.data.byteLength < longFromBytes) return writeAnswer(answer);
    const written = await this.#ask({ kind: 'write', ...answer }, 1); // it is bounded as an answer
    if (written.kind !== 'written') throw new Error('the thread was asked to write');
    return written.json;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #ask(request: ThreadRequest, size: number): Promise<ThreadAnswer> {
    try {
      return await this.#thread.ask(request, size);
    } catch (error) {
      throw new Unavailable('graphql.busy', 'The request could not be read in time; try again', { cause: error });
    }
  }
}
