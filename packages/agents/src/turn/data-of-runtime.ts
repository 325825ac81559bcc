import { type RowsOfModel, rowsOfModel } from '@orrery/analyst';
import type { MetaCube } from '@orrery/contract';
import { type DataScope, NotFound } from '@orrery/kernel';
import {
  ask,
  type AskDependencies,
  type CallerRuntime,
  columnsOfStatement,
  metaBody,
  printForRecord,
  type RequestMemory,
  type Statements,
  suggestValues,
} from '@orrery/runtime';
import { hiddenNamesOf } from '../memory/index.ts';
import type { DataOfTurn, DescribedColumn } from './turn.ts';

export interface TurnDataDependencies extends Omit<AskDependencies, 'isDevelopment'> {
  readonly statements: Statements;
  readonly memory: RequestMemory;
}

interface CallerOfTurn {
  readonly principal: DataScope;
  readonly requestId: string;
  /** The cubes and views that may be queried; absent: those that the caller sees. */
  readonly pieces?: ReadonlySet<string> | undefined;
}

/** The data of a turn from the runtime of its caller, by the same functions as the Data API. */
export function dataOfRuntime(
  runtime: CallerRuntime,
  { pieces, ...caller }: CallerOfTurn,
  { memory, ...dependencies }: TurnDataDependencies,
): DataOfTurn {
  const asking = { ...dependencies, isDevelopment: false };
  let known: Promise<MetaCubes> | undefined;
  let hidden: ReturnType<typeof hiddenNamesOf> | undefined;
  let rows: RowsOfModel | undefined;
  const meta = () => (known ??= readMeta(runtime, memory).then((all) => only(all, pieces)));
  const describe = async (
    columns: Awaited<ReturnType<typeof columnsOfStatement>>,
  ): Promise<readonly DescribedColumn[]> => {
    const { cubes } = await meta();
    return columns.map(({ columnType, member, ...column }) => {
      return { ...column, column_type: columnType, ...aboutMember(member, cubes) };
    });
  };
  return {
    now: new Date(dependencies.clock.now()),
    timezone: runtime.query.defaultZone,
    meta,
    rows: async () => (rows ??= rowsOfModel(runtime.model.index, runtime.access)),
    hiddenNames: async () => (hidden ??= hiddenNamesOf(runtime, pieces)),
    statement: async (written, { signal, maxRows, isFresh = false }) => {
      const cacheMode = isFresh ? 'no-cache' : 'stale-if-slow';
      const shape = { mostRows: maxRows, countsTotal: true, pieces };
      const { statements } = asking;
      const asked = typeof written === 'string' ? { text: written } : { text: written.text, printed: written };
      const question = { kind: 'statement', ...asked, statements, ...shape } as const;
      const options = {
        endpoint: 'cubesql',
        ...caller,
        signal,
        cacheMode,
        takes: 'rows',
        waitsForAnswer: true,
        tellsProvenance: true,
      } as const;
      const answer = await ask(runtime, question, options, asking);
      const { columns, rows, totalRows = rows.length, refreshedAt, provenance } = answer;
      const described = await describe(columns);
      const { maxLimit } = runtime.query;
      const origin = provenance && { ...provenance, refreshedAt, isAtMaximum: totalRows > maxLimit };
      return { columns: described, rows, totalRows: Math.min(totalRows, maxLimit), origin };
    },
    columns: async (written, { signal }) => {
      const options = { ...caller, signal, now: asking.clock.now(), pieces };
      return describe(await columnsOfStatement(runtime, written, options, asking));
    },
    print: (query) => {
      const { principal } = caller;
      return printForRecord(runtime, query, { principal, now: asking.clock.now(), memory });
    },
    values: async (member, { search, limit, signal }) => {
      if (pieces && !pieces.has(member.split('.')[0] ?? ''))
        throw new NotFound('member.unknown', 'There is no such field');
      const options = { ...caller, signal, takes: 'rows', waitsForAnswer: true } as const;
      const answer = await suggestValues(runtime, () => ({ member, search, limit }), options, asking);
      if (answer.kind === 'wait') throw new Error('a caller who waits gets values');
      return answer;
    },
  };
}

interface MetaCubes {
  readonly cubes: readonly MetaCube[];
}

function only(meta: MetaCubes, pieces: ReadonlySet<string> | undefined): MetaCubes {
  return pieces ? { cubes: meta.cubes.filter(({ name }) => pieces.has(name)) } : meta;
}

/**
 * The metadata that callers with equal rights on a model share. It is read once, and kept as long as the body that it
 * is read from.
 */
const readBodies = new WeakMap<object, Promise<MetaCubes>>();

async function readMeta({ model, access }: CallerRuntime, memory: RequestMemory): Promise<MetaCubes> {
  const body = await metaBody(model, access, { onlyViews: false, isExtended: true }, memory);
  const read =
    readBodies.get(body) ??
    body.inEncoding(undefined).then(({ bytes }) => JSON.parse(bytes.toString('utf8')) as MetaCubes);
  readBodies.set(body, read);
  return read;
}

type MemberFacts = Partial<Pick<DescribedColumn, 'role' | 'aggType' | 'title' | 'shortTitle' | 'granularity'>>;

/** @param member as a query names it: a member, or a bucket of a time as `orders.created_at.month` */
function aboutMember(member: string | undefined, cubes: readonly MetaCube[]): MemberFacts {
  if (member === undefined) return {};
  const [piece = '', local = '', granularity] = member.split('.');
  const cube = cubes.find(({ name }) => name === piece);
  const name = `${piece}.${local}`;
  const measure = cube?.measures.find((each) => each.name === name);
  if (measure)
    return { role: 'measure', aggType: measure.aggType, title: measure.title, shortTitle: measure.shortTitle };
  const dimension = cube?.dimensions.find((each) => each.name === name);
  if (!dimension) return {};
  const { title, shortTitle } = dimension;
  return { role: 'dimension', title, shortTitle, ...(granularity === undefined ? {} : { granularity }) };
}
