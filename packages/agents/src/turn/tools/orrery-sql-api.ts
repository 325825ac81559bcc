import { z } from 'zod';
import type { DescribedColumn, ResultOfStatement } from '../turn.ts';
import { checkSpec, chosenSpec, specOfColumns } from './chart-of-result.ts';
import { type EarlierResult, toolOf } from './tool.ts';
import { ToolRefused } from './tool-error.ts';

/** Rows that a result carries; consumers load the whole by running its query. */
const mostRows = 100;

const schema = z.object({
  sqlQuery: z.string().min(1).max(20_000),
  queryTitle: z.string().max(500),
  description: z.string().max(2_000),
  userRequest: z.string().max(32_000),
  memoryId: z.string().max(100).optional(),
  vegaSpec: z.string().max(100_000).optional(),
});

/** The words of a call about its statement. */
type WordsOfCall = Pick<z.infer<typeof schema>, 'queryTitle' | 'description' | 'userRequest'>;

/** Writes a call of the tool as models do. */
export function callWith(sql: string, words: WordsOfCall) {
  return { name: 'orrerySqlApi', input: { ...inputOf(sql), ...words } };
}

/** The statement under the name that it has in the input of a call. */
export const inputOf = (sql: string) => ({ sqlQuery: sql });

/** Reads the statement of a call. A model wrote the input: it may be anything. */
export function statementIn(input: unknown): string | undefined {
  return typed.safeParse(input).data?.sqlQuery;
}

const typed = z.object({ sqlQuery: z.string() });

export const orrerySqlApi = toolOf({
  name: 'orrerySqlApi',
  description:
    'Runs one SELECT of semantic SQL over the views that orreryMeta returned and returns up to 100 rows with the exact ' +
    'number of all rows. PostgreSQL syntax; measures are written MEASURE(view.member) with GROUP BY over the dimensions, ' +
    "time is bucketed with DATE_TRUNC('month', view.member), periods are half-open ranges of ISO dates. Give every " +
    'column a short alias without dots. queryTitle and description are shown above the rows, userRequest is the question ' +
    'in the words of the user. memoryId is the uuid of an earlier result that this query follows up. vegaSpec is ' +
    'Vega-Lite v5 without data, over the aliases of the columns; without it a fitting chart is chosen.',
  schema,
  shownInput: async (input, { turn, signal, earlier }) => {
    const { vegaSpec: _, ...others } = input;
    const before = earlier.find(({ uuid }) => uuid === input.memoryId);
    const { vegaSpec } = await turn.data
      .columns(input.sqlQuery, { signal })
      .then((columns) => chartOf(input, before, columns, () => specOfColumns(columns)))
      .catch((): ReturnType<typeof chartOf> => ({})); // the run says what is wrong
    signal.throwIfAborted();
    return vegaSpec === undefined ? others : { ...others, vegaSpec };
  },
  run: async (input, { turn, signal, earlier, newId }) => {
    const { sqlQuery: sql, queryTitle, description, userRequest, memoryId } = input;
    const before = memoryId === undefined ? undefined : requireEarlier(memoryId, earlier);
    const result = await turn.data.statement(sql, { signal, maxRows: mostRows });
    const { columns, totalRows } = result;
    const rows = result.rows.slice(0, mostRows);
    const chart = chartOf(input, before, columns, () => chosenSpec({ ...result, rows }));
    const uuid = newId();
    return {
      result: {
        sqlQuery: sql,
        queryTitle,
        description,
        userRequest,
        schema: columns.map(({ name, column_type }) => ({ name, column_type })),
        data: rows,
        totalRows,
        uuid,
        ...(chart.vegaSpec === undefined ? {} : { vegaSpec: chart.vegaSpec }),
      },
      ...(chart.note === undefined ? {} : { note: chart.note }),
      ...(result.origin ? { query: { uuid, sql, queryTitle, description, result: { ...result, rows } } } : {}),
      shown: { statement: sql, result: shownOf({ columns, rows, totalRows }) },
    };
  },
});

function requireEarlier(memoryId: string, earlier: readonly EarlierResult[]): EarlierResult {
  const found = earlier.find(({ uuid }) => uuid === memoryId);
  if (found) return found;
  throw new ToolRefused(`There is no result ${JSON.stringify(memoryId)} in this conversation; leave memoryId out`);
}

/** The spec of the model, else that of the result that is followed up, else the chart that is chosen. */
function chartOf(
  { vegaSpec }: { readonly vegaSpec?: string | undefined },
  before: EarlierResult | undefined,
  columns: readonly DescribedColumn[],
  choose: () => string | undefined,
): { readonly vegaSpec?: string; readonly note?: string } {
  const given = vegaSpec === undefined || vegaSpec.trim() === '' ? undefined : checkSpec(vegaSpec, { columns });
  if (given?.ok) return { vegaSpec: given.vegaSpec };
  const kept = before?.vegaSpec === undefined ? undefined : checkSpec(before.vegaSpec, { columns });
  const chosen = kept?.ok ? kept.vegaSpec : choose();
  return {
    ...(chosen === undefined ? {} : { vegaSpec: chosen }),
    ...(given === undefined ? {} : { note: `The vegaSpec was not used: ${given.reason}.` }),
  };
}

/** Columns that a statement writes itself say nothing about data, and confirm no number. */
function shownOf({ columns, rows, totalRows }: ResultOfStatement) {
  const shown = columns.flatMap(({ isConstant }, index) => (isConstant ? [] : [index]));
  return {
    columns: shown.flatMap((index) => {
      const column = columns[index];
      if (!column) return [];
      const { name, type, column_type: encoded, format } = column;
      const isWhole = encoded === 'Int64';
      const isPercent = isInPercent(name) && !isRatio(format);
      return [{ name, type: type === 'number' ? (isWhole ? 'Int64' : 'Double') : type, isPercent }];
    }),
    rows: rows.map((row) => shown.map((index) => row[index])),
    totalRows,
  };
}

const isInPercent = (name: string): boolean => /percent|pct|prozent/i.test(name);

/** A format of percentages writes 0.12 as 12%. */
function isRatio(format: ResultOfStatement['columns'][number]['format']): boolean {
  if (typeof format !== 'object') return format === 'percent';
  return format.type === 'custom-numeric' && /[%p]$/.test(format.value);
}
