import type { MemberAnnotation, WireProblem } from '@orrery/contract';
import { annotate, type Answer, factsOf, keyOfMark, type LoadRequest, type UnderstoodQuery } from '@orrery/runtime';
import { contentProblem } from './content-problem.ts';

export type Cell = string | number | boolean | null;

export interface QueryColumn {
  readonly name: string;
  readonly title: string;
  readonly type: string;
  readonly format?: MemberAnnotation['format'];
  readonly currency?: string | undefined;
}

/** The rows of a query, for people. */
export interface QueryTable {
  readonly columns: readonly QueryColumn[];
  /** Numbers are texts with all their digits. */
  readonly rows: readonly (readonly Cell[])[];
  /** Warnings, for example that there may be more rows. */
  readonly warnings: readonly WireProblem[];
  /** When the oldest part of the data was read, in epoch milliseconds. */
  readonly refreshedAt: number;
}

export interface AnsweredQuery {
  readonly asked: UnderstoodQuery;
  readonly answer: Answer;
  readonly isStale: boolean;
}

/** @param mostRows bound on rows: the rest is left out, and a warning says so */
export function toTable(
  answered: readonly AnsweredQuery[],
  limits: LoadRequest['limits'],
  mostRows: number,
): QueryTable {
  const [first] = answered;
  if (!first) throw new Error('a question has an answer');
  const columns = columnsOf(first.asked);
  const all = answered.flatMap(({ asked, answer }) => rowsOf(asked, answer, columns));
  const told = answered.flatMap(({ asked: { query, prepared }, answer, isStale }) => {
    return factsOf(answer, { query, prepared, limits, isStale }).warnings;
  });
  const left = contentProblem('content.rows-left-out', `Only the first ${mostRows} rows are shown; there are more`);
  return {
    columns,
    rows: all.slice(0, mostRows),
    warnings: all.length > mostRows ? [...told, left] : told,
    refreshedAt: Math.min(...answered.map(({ answer }) => answer.refreshedAt)),
  };
}

/** Lists the selected columns, and the one that distinguishes the results of a comparison. */
function columnsOf({ query, prepared, mark }: UnderstoodQuery): readonly QueryColumn[] {
  const { bound, model, access } = prepared;
  const known = annotate(bound, query.segments ?? [], model.index, access);
  const columns = bound.outputs.map(({ name, type }): QueryColumn => {
    const told = known.measures[name] ?? known.dimensions[name] ?? known.timeDimensions[name];
    return {
      name,
      title: told?.title ?? name,
      type: told?.type ?? type,
      ...(told?.format === undefined ? {} : { format: told.format }),
      ...(told?.currency === undefined ? {} : { currency: told.currency }),
    };
  });
  if (!mark) return columns;
  const { name } = keyOfMark(mark, bound);
  return [...columns, { name, title: name, type: mark.kind === 'time' ? 'time' : 'string' }];
}

/** Equal queries of a comparison have equal columns. */
function rowsOf({ prepared }: UnderstoodQuery, answer: Answer, columns: readonly QueryColumn[]) {
  const { members, dataset } = JSON.parse(Buffer.concat(answer.data).toString('utf8')) as {
    readonly members: readonly string[];
    readonly dataset: readonly (readonly Cell[])[];
  }; // the compact form, as it was just written
  const positions = columns.map(({ name }) => members.indexOf(name));
  if (positions.includes(-1)) throw new Error(`an answer lacks a column of ${prepared.bound.outputs.length}`);
  return dataset.map((row) => positions.map((position) => row[position] ?? null));
}
