import type { CacheMode } from '@orrery/contract';
import { type Batch, EngineError } from '@orrery/engines';
import { anonymous, indexModel, openAccess, type MemberId, type RequestContext } from '@orrery/semantic';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallerRuntime } from '../runtime.ts';
import { canned, sampleRuntime } from '../query/sample-runtime.ts';
import { boundQuery } from '../question/index.ts';
import { prepareQuery } from '../query/prepare-query.ts';
import { type AnswerOutcome, AnswerService } from './answer-service.ts';
import type { BoundQuestion } from './bound-question.ts';
import { QueryCancelled } from './shared-run.ts';

const patienceMs = 5_000;
const query = { measures: ['orders.count'] };

let answers: AnswerService;
let runtime: CallerRuntime;
/** Running statements, each with a function that ends it. */
let running: { readonly text: string; readonly signal: AbortSignal; give(value: string): void }[];
let generation: string | undefined;
/** Immediate result of statements; when `undefined`, the test ends them. */
let instant: string | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2024, 4, 15) });
  running = [];
  generation = 'first';
  instant = '7';
  answers = new AnswerService({ cacheBytes: 10_000_000, clock: Date });
  const sample = sampleRuntime(({ text }, signal) => give(text, signal));
  runtime = {
    ...sample.runtime,
    generationOf: async () => generation,
    isWhollyKnown: () => true,
    sources: {
      ...sample.runtime.sources,
      rows: async (request, signal) => ({ ...(await sample.runtime.sources.rows(request, signal)), generation }),
    },
  };
});

afterEach(() => {
  vi.useRealTimers();
});

async function* give(text: string, signal: AbortSignal): AsyncGenerator<Batch> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  running.push({ text, signal, give: resolve });
  signal.addEventListener('abort', () => reject(signal.reason as Error));
  if (instant !== undefined) resolve(instant);
  yield* canned([await promise]);
}

interface Asked {
  readonly cacheMode?: CacheMode;
  readonly owner?: string;
  readonly tenant?: string;
  readonly signal?: AbortSignal;
  readonly at?: CallerRuntime;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  /** Absent: bound for each request. */
  readonly question?: BoundQuestion;
}

const shape = { format: 'compact', countsTotal: false } as const;

const questionAt = (at: CallerRuntime) => boundQuery(prepareQuery(query, at, Date.now()), shape, at);

function ask(asked: Asked = {}) {
  const { cacheMode = 'stale-if-slow', owner = 'someone', tenant = 'tenant', signal, at = runtime } = asked;
  const context: RequestContext = { kind: 'caller', securityContext: asked.securityContext ?? {} };
  return answers.answer({
    question: asked.question ?? questionAt(at),
    context,
    runtime: at,
    cacheMode,
    tenant,
    owner,
    signal: signal ?? new AbortController().signal,
  });
}

/** The single value of an answer and its origin, or the message its caller gets instead. */
async function said(asked: Promise<AnswerOutcome>): Promise<string> {
  const outcome = await asked;
  if (outcome.kind === 'wait') return `wait: ${outcome.stage}`;
  const { dataset } = JSON.parse(Buffer.concat(outcome.answer.data).toString()) as { dataset: string[][] };
  return `${outcome.cache} ${dataset[0]?.[0]}`;
}

const turn = () => vi.advanceTimersByTimeAsync(0);

describe('a current answer', () => {
  it.each<CacheMode>(['stale-if-slow', 'stale-while-revalidate', 'must-revalidate'])(
    'is reused: %s',
    async (cacheMode) => {
      expect(await said(ask())).toBe('miss 7');
      instant = '8';
      expect(await said(ask({ cacheMode }))).toBe('hit 7');
      expect(running).toHaveLength(1);
    },
  );

  it('is not used for a caller who requires a new one, which later callers then get', async () => {
    await ask();
    instant = '8';
    expect(await said(ask({ cacheMode: 'no-cache' }))).toBe('miss 8');
    expect(await said(ask())).toBe('hit 8');
  });

  it('stays current while the data is unchanged', async () => {
    await ask();
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(await said(ask())).toBe('hit 7');
  });

  it('is current for ten seconds when the state of the data is unknown', async () => {
    generation = undefined;
    await ask();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(await said(ask())).toBe('hit 7');
    instant = '8';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await said(ask())).toBe('miss 8');
  });

  it('is current for ten seconds when the source reads data of unknown state', async () => {
    runtime = { ...runtime, isWhollyKnown: () => false };
    await ask();
    expect(await said(ask())).toBe('hit 7');
    await vi.advanceTimersByTimeAsync(10_000);
    instant = '8';
    expect(await said(ask())).toBe('miss 8');
  });

  it('is current for ten seconds when the SQL of the model reads the clock', async () => {
    const recent = { parts: [{ kind: 'text', text: 'SELECT * FROM orders WHERE at > current_date - 7' }] } as const;
    const pieces = [...runtime.model.index.pieces.values()].map((piece) =>
      piece.kind === 'cube' ? { ...piece, source: { kind: 'select', sql: recent } as const } : piece,
    );
    runtime = { ...runtime, model: { ...runtime.model, index: indexModel(pieces) } };
    await ask();
    expect(await said(ask())).toBe('hit 7');
    await vi.advanceTimersByTimeAsync(10_000);
    instant = '8';
    expect(await said(ask())).toBe('miss 8');
  });
});

describe('a stale answer', () => {
  beforeEach(async () => {
    await ask();
    generation = 'second';
    instant = undefined;
  });

  it('is not sent when a new one is ready in time', async () => {
    const asked = said(ask());
    await turn();
    running[1]?.give('8');
    expect(await asked).toBe('miss 8');
  });

  it('is sent when a new one takes long, which then serves the next request', async () => {
    const asked = ask();
    await vi.advanceTimersByTimeAsync(patienceMs);
    expect(await asked).toMatchObject({ cache: 'stale', isStale: true });
    running[1]?.give('8');
    await turn();
    expect(await said(ask())).toBe('hit 8');
    expect(running).toHaveLength(2);
  });

  it('is sent at once in the cache mode that allows it, while a new one is computed', async () => {
    expect(await said(ask({ cacheMode: 'stale-while-revalidate' }))).toBe('stale 7');
    expect(await said(ask({ cacheMode: 'stale-while-revalidate' }))).toBe('stale 7');
    await turn();
    expect(running).toHaveLength(2);
    running[1]?.give('8');
    await turn();
    expect(await said(ask({ cacheMode: 'stale-while-revalidate' }))).toBe('hit 8');
  });

  it('is never sent to a caller who requires a new one', async () => {
    const asked = said(ask({ cacheMode: 'must-revalidate' }));
    await vi.advanceTimersByTimeAsync(patienceMs);
    expect(await asked).toBe('wait: Executing query');
  });
});

describe('a caller with a slow query', () => {
  beforeEach(() => {
    instant = undefined;
  });

  it.each<CacheMode>(['stale-if-slow', 'must-revalidate', 'no-cache'])(
    'retries until it is ready, and the data source runs it once: %s',
    async (cacheMode) => {
      for (let round = 0; round < 3; round++) {
        const asked = said(ask({ cacheMode }));
        await vi.advanceTimersByTimeAsync(patienceMs);
        expect(await asked).toBe('wait: Executing query');
      }
      running[0]?.give('7');
      await turn();
      expect(await said(ask({ cacheMode }))).toBe('miss 7');
      expect(running).toHaveLength(1);
    },
  );

  it('gets the answer also when it takes longer than data counts as unchanged', async () => {
    generation = undefined;
    const rounds = 5;
    for (let round = 0; round < rounds; round++) {
      const asked = said(ask({ cacheMode: 'must-revalidate', owner: `without an id ${round}` }));
      await vi.advanceTimersByTimeAsync(patienceMs);
      expect(await asked).toBe('wait: Executing query');
    }
    running[0]?.give('7');
    await turn();
    expect(await said(ask({ cacheMode: 'must-revalidate' }))).toBe('hit 7');
    expect(running).toHaveLength(1);
  });

  it('learns its position in the queue', async () => {
    const others = Array.from({ length: 4 }, () =>
      runtime.queueOf('default').join('tenant', new AbortController().signal),
    );
    const asked = said(ask());
    await vi.advanceTimersByTimeAsync(patienceMs);
    expect(await asked).toBe('wait: #2 in queue');
    for (const other of others) other.leave();
  });

  it('cancels it by disconnecting', async () => {
    const leaving = new AbortController();
    const asked = ask({ signal: leaving.signal });
    await turn();
    leaving.abort(new Error('left'));
    await expect(asked).rejects.toThrow('left');
    expect(running[0]?.signal.aborted).toBe(true);
    await turn();
    expect([answers.runs.running, runtime.queueOf('default').running]).toEqual([0, 0]);
  });

  it('cancels it by its id, and only this one', async () => {
    const asked = ask({ owner: 'a' });
    const other = said(ask({ owner: 'b', cacheMode: 'no-cache' }));
    await turn();
    expect(await answers.runs.cancel('a')).toHaveLength(1);
    await expect(asked).rejects.toThrow(QueryCancelled);
    const left = running.filter(({ signal }) => !signal.aborted);
    expect([running.length, left.length]).toEqual([2, 1]);
    left[0]?.give('7');
    expect(await other).toBe('miss 7');
  });
});

describe('a refresh key that cannot be queried', () => {
  const failure = async (isPublic: boolean): Promise<unknown> => {
    const sql = { parts: [{ kind: 'text', text: 'SELECT 1' }] } as const;
    const pieces = [...runtime.model.index.pieces.values()].map((piece) =>
      piece.name === 'orders' && piece.kind === 'cube'
        ? { ...piece, isPublic, refreshKey: { kind: 'sql', sql, everyMs: 1_000 } as const }
        : piece,
    );
    const firstValue = () => Promise.reject(new EngineError('statement', new Error('no such table')));
    const sources = { ...runtime.sources, firstValue };
    runtime = { ...runtime, sources, model: { ...runtime.model, index: indexModel(pieces) } };
    const prepared = prepareQuery({ dimensions: ['orders_view.status'] }, runtime, Date.now());
    const question = boundQuery(prepared, shape, runtime);
    const caller = { context: anonymous, tenant: 't', owner: 'o' };
    const request = { ...caller, question, runtime, cacheMode: 'stale-if-slow' } as const;
    return answers.answer({ ...request, signal: new AbortController().signal }).catch((error: Error) => error.message);
  };

  it('is reported with its cube, unless the caller may not see the cube', async () => {
    expect(await failure(true)).toBe('The data source reported a statement error for the refresh key of orders');
    expect(await failure(false)).toBe('The data source reported a statement error for a refresh key');
  });
});

describe('a cached answer is not shared with', () => {
  it('another runtime with the same model and query', async () => {
    await ask();
    instant = '8';
    expect(await said(ask({ at: { ...runtime, serial: 2 } }))).toBe('miss 8');
  });

  it('a caller who may see something else', async () => {
    await ask();
    instant = '8';
    const prepared = prepareQuery(query, runtime, Date.now());
    const restricted = { ...prepared, access: { ...openAccess, hidden: new Set(['orders.id' as MemberId]) } };
    const question = boundQuery(restricted, shape, runtime);
    const caller = { context: anonymous, tenant: 't', owner: 'o' };
    const request = { ...caller, runtime, cacheMode: 'stale-if-slow' } as const;
    const asked = answers.answer({ ...request, question, signal: new AbortController().signal });
    expect(await said(asked)).toBe('miss 8');
  });

  describe('another caller when the model reads the caller', () => {
    beforeEach(() => {
      const pieces = [...runtime.model.index.pieces.values()].map((piece) => ({
        ...piece,
        contextPaths: [['tenant', 'id'], ['regions']],
      }));
      runtime = { ...runtime, model: { ...runtime.model, index: indexModel(pieces) } };
    });

    it.each([
      [{ tenant: { id: 1 } }, { tenant: { id: 2 } }],
      [{ tenant: { id: 1 } }, { tenant: { id: '1' } }],
      [{ tenant: { id: 1 } }, { tenant: {} }],
      [{ regions: [] }, {}],
      [{ regions: ['a', 'b'] }, { regions: ['a,b'] }],
      [{ regions: 'a' }, { regions: ['b'] }],
    ])('a caller who differs in what is read: %j, %j', async (one, other) => {
      await ask({ securityContext: one });
      instant = '8';
      expect(await said(ask({ securityContext: other }))).toBe('miss 8');
      expect(await said(ask({ securityContext: one }))).toBe('hit 7');
    });

    it('a caller who differs and asks a question that is kept', async () => {
      const question = questionAt(runtime);
      const [one, other] = [{ tenant: { id: 1 } }, { tenant: { id: 2 } }];
      expect(await said(ask({ question, securityContext: one }))).toBe('miss 7');
      instant = '8';
      expect(await said(ask({ question, securityContext: other }))).toBe('miss 8');
      expect(await said(ask({ question, securityContext: one }))).toBe('hit 7');
      instant = '9';
      const at = { ...runtime, serial: runtime.serial + 1 };
      expect(await said(ask({ question, securityContext: one, at }))).toBe('miss 9');
      expect(await said(ask({ question, securityContext: one }))).toBe('hit 7');
    });

    it('such a caller while the answer is still being computed', async () => {
      instant = undefined;
      const asked = [1, 2, 1].map((id, owner) => {
        return said(ask({ owner: String(owner), securityContext: { tenant: { id }, sub: String(owner) } }));
      });
      await turn();
      expect(running).toHaveLength(2);
      running[0]?.give('of one');
      running[1]?.give('of two');
      expect(await Promise.all(asked)).toEqual(['miss of one', 'miss of two', 'shared of one']);
    });

    it('a caller who differs is served when nothing of the difference is read', async () => {
      await ask({ securityContext: { tenant: { id: 1 }, sub: 'alice' } });
      expect(await said(ask({ securityContext: { tenant: { id: 1, name: 'x' }, sub: 'bob' } }))).toBe('hit 7');
    });
  });

  it('any caller is served when the model reads nothing of callers', async () => {
    await ask({ securityContext: { tenant: { id: 1 } } });
    expect(await said(ask({ securityContext: { tenant: { id: 2 } } }))).toBe('hit 7');
  });

  it('is not shared between different models', async () => {
    await ask();
    instant = '8';
    const pieces = [...runtime.model.index.pieces.values()].map((piece) => ({
      ...piece,
      hash: `${piece.hash} changed`,
    }));
    const changed = { ...runtime, model: { ...runtime.model, index: indexModel(pieces) } };
    expect(await said(ask({ at: changed }))).toBe('miss 8');
  });

  it('is not kept when data was replaced while it was read', async () => {
    const { sources } = runtime;
    runtime = {
      ...runtime,
      sources: {
        ...sources,
        rows: async (request, signal) => ({ ...(await sources.rows(request, signal)), generation: 'older' }),
      },
    };
    expect(await said(ask())).toBe('miss 7');
    instant = '8';
    expect(await said(ask())).toBe('miss 8');
  });
});

describe('concurrent callers with the same query', () => {
  it('share one run', async () => {
    instant = undefined;
    const asked = ['a', 'b', 'c'].map((owner) => said(ask({ owner })));
    await turn();
    running[0]?.give('7');
    expect(await Promise.all(asked)).toEqual(['miss 7', 'shared 7', 'shared 7']);
  });

  it('do not wait behind other queries of the first caller', async () => {
    const queue = runtime.queueOf('default');
    const noise = [1, 2, 3].map(() => queue.join('noisy', new AbortController().signal));
    const first = said(ask({ owner: 'a', tenant: 'noisy' }));
    await turn();
    expect(running).toHaveLength(0);
    expect(await said(ask({ owner: 'b', tenant: 'quiet' }))).toBe('shared 7');
    expect(await first).toBe('miss 7');
    for (const place of noise) place.leave();
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('do not share a run that began before the data was replaced', async () => {
    instant = undefined;
    const before = said(ask({ owner: 'a' }));
    await turn();
    generation = 'second';
    const after = said(ask({ owner: 'b' }));
    await turn();
    running[1]?.give('8');
    expect(await after).toBe('miss 8');
    running[0]?.give('7');
    expect(await before).toBe('miss 7');
    expect(await said(ask())).toBe('hit 8');
  });
});
