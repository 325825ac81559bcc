import {
  type Engine,
  EngineCancelled,
  EngineError,
  type ResultColumn,
  type Statement,
  type TableDescription,
} from '@orrery/engines';
import type { TimesOfSource } from '@orrery/runtime';
import {
  type BoundQuery,
  compileQuery,
  type Dialect,
  type MemberId,
  type ModelIndex,
  type Probes,
  type StoredForm,
  type TimeProbe,
} from '@orrery/semantic';

/** Response of a data source to a query for no rows. */
export type SourceReply =
  | { readonly kind: 'accepted'; readonly columns: readonly ResultColumn[] }
  /** Holds the source's own message: a user who checks a model may read its source. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** No statement can be planned for it. */
  | { readonly kind: 'unplanned'; readonly reason: string };

export interface SourceProbe {
  readonly dialect: Dialect;
  /** @throws SourceLost */
  ask(query: BoundQuery): Promise<SourceReply>;
  /** Makes later queries read members by the types of their columns. */
  readTypes(types: Pick<TimesOfSource, 'texts' | 'shownAs'>): void;
  /** @throws SourceLost */
  askTimes(probe: TimeProbe): Promise<SourceReply>;
  /** Runs a statement for none of its rows. @throws SourceLost */
  askNothingOf(statement: Statement): Promise<SourceReply>;
  /** Whether a query has rows; not when the source refuses it. @throws SourceLost */
  hasRows(text: string): Promise<boolean>;
  /** Lists the tables; asks once, and returns an empty list when the source does not answer. */
  tables(): Promise<readonly TableDescription[]>;
}

/** Thrown when the data source gives no further answers. */
export class SourceLost extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'SourceLost';
  }
}

/** Time limit of a statement; without rows, it takes longer only when something is wrong with the source. */
const statementMs = 15_000;
/** Number of unanswered statements after which the source counts as lost. */
const maxSilent = 3;

const noTimes: ReadonlySet<MemberId> = new Set();

export function askSource(engine: Engine, dialect: Dialect, probes: Probes): SourceProbe {
  const texts = new Set<MemberId>();
  const shownAs = new Map<MemberId, StoredForm>();
  let silent = 0;
  let described: Promise<readonly TableDescription[]> | undefined;
  return {
    dialect,
    ask: (query) => ask(query, { ...probes.model, stored: { days: noTimes, texts, shownAs, unknown: noTimes } }),
    readTypes: (types) => {
      for (const member of types.texts) texts.add(member);
      for (const [member, as] of types.shownAs) shownAs.set(member, as);
    },
    askTimes: ({ query, model }) => ask(query, model),
    askNothingOf: ({ text, params }) => run({ text: `SELECT * FROM (\n${text}\n) AS statement LIMIT 0`, params }),
    hasRows: async (text) => {
      let count = 0;
      await run({ text, params: [] }, (rows) => (count += rows));
      return count > 0;
    },
    tables() {
      described ??= describe();
      return described;
    },
  };

  async function ask(query: BoundQuery, model: ModelIndex): Promise<SourceReply> {
    const compiled = compileQuery(query, model, dialect, { context: { kind: 'probe' } });
    if (compiled.ok) return run(compiled.value);
    return { kind: 'unplanned', reason: compiled.problems.map(({ message }) => message).join(' ') };
  }

  async function run({ text, params }: Statement, took?: (rows: number) => void): Promise<SourceReply> {
    try {
      const { columns, batches } = await engine.run({ text, params }, AbortSignal.timeout(statementMs));
      for await (const { rowCount } of batches) took?.(rowCount);
      return { kind: 'accepted', columns };
    } catch (error) {
      return refusal(error);
    }
  }

  function refusal(error: unknown): SourceReply {
    const isSilent =
      error instanceof EngineCancelled || (error instanceof EngineError && error.errorClass === 'timeout');
    if (isSilent) {
      silent += 1;
      const reason = `there was no answer within ${statementMs / 1000} s`;
      if (silent === maxSilent) throw new SourceLost(reason, { cause: error });
      return { kind: 'refused', reason };
    }
    if (!(error instanceof EngineError)) throw error;
    const reason = wordsOf(error);
    if (error.errorClass === 'connection') throw new SourceLost(reason, { cause: error });
    return { kind: 'refused', reason };
  }

  /** Used for hints only. */
  async function describe(): Promise<readonly TableDescription[]> {
    try {
      return await engine.describeTables(AbortSignal.timeout(statementMs));
    } catch (error) {
      if (error instanceof EngineError || error instanceof EngineCancelled) return [];
      throw error;
    }
  }
}

/** Returns the first line of an engine's message. */
export function wordsOf({ cause, message }: EngineError): string {
  return (cause instanceof Error ? cause.message : message).split('\n')[0] ?? message;
}
