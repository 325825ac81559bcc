import type { ValuesAnswer } from '@orrery/contract';
import type { CompiledQuery } from '@orrery/semantic';
import type { GuardedAnswer, GuardedService } from '../../tests/guarded-service.ts';
import type { WorldQuery } from '../proof/answer.ts';
import type { Given } from '../proof/compare.ts';
import type { Place } from '../proof/ask.ts';
import { rowsOf } from '../rows-of.ts';
import type { Rows } from '../truth-rows.ts';

type Context = Readonly<Record<string, unknown>>;

/** A way to rows: what it is called, and what it brings. */
export const rowPaths = ['load', 'load, compact', 'load, columnar', 'sql'] as const;
export type RowPath = (typeof rowPaths)[number];

/** A caller, and the service it queries. */
export interface Asker {
  readonly service: GuardedService;
  readonly place: Place;
  readonly context: Context;
  /** An id to ask the question with. */
  readonly requestFor: (query: WorldQuery) => string;
}

/** Queries a served model for rows as one caller. */
export async function askOver(
  path: RowPath,
  { service, place, context, requestFor }: Asker,
  query: WorldQuery,
  countsRows: boolean,
): Promise<Given> {
  const id = requestFor(query);
  // A statement has no total next to its rows.
  if (path === 'sql' && !countsRows) return bySql(await service.askById(context, 'sql', { query }, id), place);
  const responseFormat = path === 'load' ? 'default' : path === 'load, compact' ? 'compact' : 'columnar';
  const asked = { ...query, responseFormat, ...(countsRows ? { total: true } : {}) };
  const answer = await service.askById(context, 'load', { query: asked }, id);
  if (answer.status !== 200) return refusalOf(answer);
  const { data, total } = answer.body as unknown as LoadBody; // of our own service
  const names = namesOf(query);
  if (countsRows) return { ok: true, text: 'total', names, rows: async () => [[String(total ?? null)]] };
  return { ok: true, text: path, names: columnsIn(data, names), rows: async () => rowsIn(data, names) };
}

/** The question that suggestions of a member answer. */
export function suggesting(member: string): WorldQuery {
  return {
    measures: [],
    dimensions: [member],
    segments: [],
    timeDimensions: [],
    filters: [{ member, operator: 'set' }],
    order: [[member, 'asc']],
    timezone: 'UTC',
  };
}

/** Asks for suggestions in place of rows. */
export async function askValues({ service, context, requestFor }: Asker, query: WorldQuery): Promise<Given> {
  const [member = ''] = query.dimensions;
  const answer = await service.askById(context, 'values', { member }, requestFor(query));
  if (answer.status !== 200) return refusalOf(answer);
  const { values } = answer.body as unknown as ValuesAnswer; // of our own service
  return { ok: true, text: 'values', names: [member], rows: async () => values.map((value) => [value]) };
}

interface LoadBody {
  readonly data: Data;
  readonly total?: number;
}

type Cell = Rows[number][number];

type Data =
  | readonly Readonly<Record<string, Cell>>[]
  | { readonly members: readonly string[]; readonly dataset: Rows }
  | { readonly members: readonly string[]; readonly columns: Rows };

/** Returns the names that an answer has. A bucket is also under the plain name of its time; without rows, all names. */
function columnsIn(data: Data, names: readonly string[]): readonly string[] {
  const given = 'members' in data ? data.members : Object.keys(data[0] ?? {});
  return given.length === 0 ? names : names.filter((name) => given.includes(name));
}

function rowsIn(data: Data, names: readonly string[]): Rows {
  if (!('members' in data)) return data.map((row) => names.map((name) => row[name] ?? null));
  const places = names.map((name) => data.members.indexOf(name));
  const rows =
    'dataset' in data
      ? data.dataset
      : (data.columns[0] ?? []).map((_, at) => data.columns.map((column) => column[at] ?? null));
  return rows.map((row) => places.map((place) => row[place] ?? null));
}

/** In the order of the columns. */
export function namesOf({ dimensions, timeDimensions, measures }: WorldQuery): readonly string[] {
  const buckets = timeDimensions.flatMap(({ dimension, granularity }) =>
    granularity === undefined ? [] : [`${dimension}.${granularity}`],
  );
  return [...dimensions, ...buckets, ...measures];
}

/** The text that `/v1/sql` gives away, run where the data is: it brings its data along. */
function bySql(answer: GuardedAnswer, { engine }: Place): Given {
  if (answer.status !== 200) return refusalOf(answer);
  const { sql } = answer.body as unknown as SqlBody; // of our own service
  const [text, params] = sql.sql;
  return { ok: true, text, names: sql.memberNames, rows: () => rowsOf(engine, { text, params }) };
}

interface SqlBody {
  readonly sql: { readonly sql: readonly [string, CompiledQuery['params']]; readonly memberNames: readonly string[] };
}

function refusalOf({ text, body }: GuardedAnswer): Given {
  const { problems = [] } = body;
  const words = problems.length > 0 ? problems.map((problem) => JSON.stringify(problem)).join('\n') : text;
  return { ok: false, codes: problems.map(({ code }) => code), words };
}
