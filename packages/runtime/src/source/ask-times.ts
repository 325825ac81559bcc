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
  requirePiece,
  timeProbe,
  timesOf,
  type TimesOfCube,
} from '@orrery/semantic';
import type { DataRequest, Runtime } from '../runtime.ts';

/** Types of the times of one cube or view, from its data source. */
export interface TimesOfSource {
  readonly days: readonly MemberId[];
  readonly texts: readonly MemberId[];
  readonly unknown: readonly MemberId[];
}

export type AskedRuntime = Pick<Runtime, 'columns' | 'dialectFor' | 'queueOf' | 'query'>;

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
  tenant: string,
): Promise<TimesOfSource> {
  const dataSource = dataSourceOf(model, cube);
  return tellTimes(timesOf(requirePiece(model, cube)), async (times) => {
    const statement = statementFor(times, dataSource, model, runtime);
    return statement ? columnsOf({ dataSource, statement }, runtime, tenant) : 'unplanned';
  });
}

/** Returns columns; `undefined` when the source refuses the statement, `unplanned` when there is none. */
type AskColumns = (times: TimesOfCube) => Promise<readonly ResultColumn[] | 'unplanned' | undefined>;

/** Tests all times in one statement and, where that is refused, halves of them. */
export async function tellTimes({ stored, made }: TimesOfCube, ask: AskColumns): Promise<TimesOfSource> {
  const days: MemberId[] = [];
  const texts: MemberId[] = [];
  const unknown: MemberId[] = [];
  let left = mostStatements;
  const askAbout = async (times: TimesOfCube): Promise<void> => {
    const members = [...times.stored, ...times.made];
    if (members.length === 0) return;
    const columns = left > 0 ? await ask(times) : undefined;
    if (columns !== 'unplanned') left -= 1;
    if (columns !== undefined && columns !== 'unplanned') {
      const reported = reportedBy(members, columns);
      days.push(...reported.days);
      texts.push(...reported.texts);
    } else if (members.length === 1 || left <= 0) {
      unknown.push(...members.map(({ id }) => id));
    } else {
      for (const half of halves(times)) await askAbout(half);
    }
  };
  await askAbout({ stored, made: [] });
  await askAbout({ stored: [], made });
  return { days, texts, unknown };
}

/** Translates columns into types of members. */
function reportedBy(
  members: readonly (Dimension | Measure)[],
  columns: readonly ResultColumn[],
): Pick<TimesOfSource, 'days' | 'texts'> {
  const which = (holds: (column: ResultColumn | undefined, kind: Member['kind']) => boolean) =>
    members.filter(({ kind }, index) => holds(columns[index], kind)).map(({ id }) => id);
  return {
    days: which((column) => column?.isDay === true),
    texts: which((column, kind) => kind === 'dimension' && column?.type === 'string'),
  };
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
  tenant: string,
): Promise<readonly ResultColumn[] | undefined> {
  const { dataSource } = request;
  const signal = AbortSignal.timeout(runtime.query.timeoutMs);
  const place = runtime.queueOf(dataSource).join(tenant, signal);
  try {
    await place.entered;
    return await runtime.columns(request, signal);
  } catch (error) {
    if (signal.aborted || error instanceof EngineCancelled) throw new EngineError('timeout', error);
    if (error instanceof EngineError && error.errorClass !== 'connection' && error.errorClass !== 'timeout')
      return undefined;
    throw error;
  } finally {
    place.leave();
  }
}
