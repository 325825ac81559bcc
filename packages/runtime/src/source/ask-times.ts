import { EngineCancelled, EngineError, type ResultColumn, type Statement } from '@orrery/engines';
import {
  compileQuery,
  type CubeName,
  dataSourceOf,
  type Dimension,
  type Measure,
  type Member,
  type MemberId,
  type ModelIndex,
  timeProbe,
  type StoredForm,
  timesOf,
  type TimesOfCube,
} from '@orrery/semantic';
import type { DataRequest, Runtime, Sources } from '../runtime.ts';

/** Types of the times of one cube or view, from its data source. */
export interface TimesOfSource {
  readonly days: readonly MemberId[];
  readonly texts: readonly MemberId[];
  readonly shownAs: readonly (readonly [MemberId, StoredForm])[];
  readonly unknown: readonly MemberId[];
}

/** The request on whose behalf columns are read. */
export interface ColumnsAsker {
  /** The tenant whose share of the data source is used. */
  readonly tenant: string;
  /** Fires when no request waits for the columns any more. */
  readonly stop: AbortSignal;
}

export type AskedRuntime = Pick<Runtime, 'dialectFor' | 'queueOf' | 'query'> & {
  readonly sources: Pick<Sources, 'columns'>;
};

/** A refused column fails the whole statement, so columns are split; this bounds the statements per cube. */
const mostStatements = 12;

/**
 * Asks for none of the rows of a cube, in a slot of its data source like a query.
 *
 * @throws EngineError when the source is not available now, Unavailable
 */
export async function askTimes(
  cube: CubeName,
  model: ModelIndex,
  runtime: AskedRuntime,
  asker: ColumnsAsker,
): Promise<TimesOfSource> {
  return tellTimes(timesOf(model, cube), columnsIn(cube, model, runtime, asker));
}

/** Asks for the columns of members of a cube, in a slot of its data source. */
export function columnsIn(cube: CubeName, model: ModelIndex, runtime: AskedRuntime, asker: ColumnsAsker): AskColumns {
  const dataSource = dataSourceOf(model, cube);
  return async (members) => {
    const statement = statementFor(members, dataSource, model, runtime);
    return statement ? columnsOf({ dataSource, statement }, runtime, asker) : 'unplanned';
  };
}

/** Returns columns; `undefined` when the source refuses the statement, `unplanned` when there is none. */
type AskColumns = (times: TimesOfCube) => Promise<readonly ResultColumn[] | 'unplanned' | undefined>;

/** Tells the types of times. */
export async function tellTimes(times: TimesOfCube, ask: AskColumns): Promise<TimesOfSource> {
  const days: MemberId[] = [];
  const texts: MemberId[] = [];
  const shownAs: (readonly [MemberId, StoredForm])[] = [];
  const unknown = await tellColumns(times, ask, (members, columns) => {
    const reported = reportedBy(members, columns);
    days.push(...reported.days);
    texts.push(...reported.texts);
    shownAs.push(...reported.shownAs);
  });
  return { days, texts, shownAs, unknown };
}

/**
 * Tests all members in one statement and, where that is refused, halves of them.
 *
 * @param report takes the columns of members @returns members whose columns the source does not tell
 */
export async function tellColumns(
  { stored, made }: TimesOfCube,
  ask: AskColumns,
  report: (members: readonly (Dimension | Measure)[], columns: readonly ResultColumn[]) => void,
): Promise<readonly MemberId[]> {
  const unknown: MemberId[] = [];
  let left = mostStatements;
  const askAbout = async (times: TimesOfCube): Promise<void> => {
    const members = [...times.stored, ...times.made];
    if (members.length === 0) return;
    const columns = left > 0 ? await ask(times) : undefined;
    if (columns !== 'unplanned') left -= 1;
    if (columns !== undefined && columns !== 'unplanned') {
      report(members, columns);
    } else if (members.length === 1 || left <= 0) {
      unknown.push(...members.map(({ id }) => id));
    } else {
      for (const half of halves(times)) await askAbout(half);
    }
  };
  await askAbout({ stored, made: [] });
  await askAbout({ stored: [], made });
  return unknown;
}

/** Translates columns into types of members. */
function reportedBy(
  members: readonly (Dimension | Measure)[],
  columns: readonly ResultColumn[],
): Omit<TimesOfSource, 'unknown'> {
  const times = (holds: (column: ResultColumn | undefined, kind: Member['kind']) => boolean) =>
    members.filter((member, index) => isOfTimes(member) && holds(columns[index], member.kind)).map(({ id }) => id);
  return {
    days: times((column) => column?.isDay === true),
    texts: times((column, kind) => kind === 'dimension' && column?.type === 'string'),
    shownAs: members.flatMap((member, index) => {
      const as = formOf(member, columns[index]);
      return as ? [[member.id, as] as const] : [];
    }),
  };
}

function isOfTimes(member: Dimension | Measure): boolean {
  return member.type === 'time' || ('times' in member && member.times !== undefined);
}

/** The form in which a member shows the values of a column, where it is not the column's own. */
function formOf({ type }: Dimension | Measure, column: ResultColumn | undefined): StoredForm | undefined {
  if (type === 'string' && column && !column.isText) {
    if (column.isSingle) return 'text-of-single';
    if (column.isDouble) return 'text-of-double';
    return column.type === 'number' ? 'text-of-number' : 'text';
  }
  return type === 'number' && column?.isSingle ? 'double' : undefined;
}

function halves({ stored, made }: TimesOfCube): readonly TimesOfCube[] {
  const [s, m] = [Math.ceil(stored.length / 2), Math.ceil(made.length / 2)];
  return [
    { stored: stored.slice(0, s), made: made.slice(0, m) },
    { stored: stored.slice(s), made: made.slice(m) },
  ];
}

/** Returns `undefined` when no statement can be planned. */
function statementFor(
  times: TimesOfCube,
  dataSource: string,
  model: ModelIndex,
  runtime: AskedRuntime,
): Statement | undefined {
  const probe = timeProbe(model, times);
  const compiled = compileQuery(probe.query, probe.model, runtime.dialectFor(dataSource), {
    context: { kind: 'probe' },
  });
  return compiled.ok ? { text: compiled.value.text, params: compiled.value.params } : undefined;
}

/** Returns `undefined` when the source refuses the statement. */
async function columnsOf(
  request: DataRequest,
  runtime: AskedRuntime,
  { tenant, stop }: ColumnsAsker,
): Promise<readonly ResultColumn[] | undefined> {
  const { dataSource } = request;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), runtime.query.timeoutMs);
  const signal = AbortSignal.any([late.signal, stop]);
  const place = runtime.queueOf(dataSource).join(tenant, signal);
  try {
    await place.entered;
    return await runtime.sources.columns(request, signal);
  } catch (error) {
    if (signal.aborted || error instanceof EngineCancelled) throw new EngineError('timeout', error);
    if (error instanceof EngineError && error.errorClass !== 'connection' && error.errorClass !== 'timeout')
      return undefined;
    throw error;
  } finally {
    clearTimeout(timer);
    place.leave();
  }
}
