import type { WireProblem } from '@orrery/contract';
import {
  type RequestedQuery,
  askOnce,
  askStatementOnce,
  type ModelForCaller,
  prepareAll,
  readRequest,
} from '@orrery/runtime';
import { OperatorError } from '@orrery/kernel';
import {
  branchFlag,
  type Command,
  contextFlag,
  isStatement,
  readCaller,
  renderCsv,
  renderTable,
  type PrintedTable,
  withRuntime,
} from '../command/index.ts';

const formats = ['table', 'json', 'csv'];

export const query: Command = {
  usage: "query [--project DIR] [--branch NAME] [--context JSON] [--format table|json|csv] 'JSON'|'SELECT ...'",
  summary: 'runs one JSON query, or one statement of SQL over the model, without a server',
  settings: ['project', 'data'],
  flags: [branchFlag, contextFlag, { name: 'format', shows: 'table|json|csv  how to print the rows (default: table)' }],
  words: 1,
  async run(input) {
    const { flags, words, clock, print, note } = input;
    const format = String(flags['format'] ?? 'table');
    if (!formats.includes(format))
      throw new OperatorError(`--format is one of ${formats.join(', ')}, not '${format}'.`);
    const context = await readCaller(flags['context'], input);
    const [text = ''] = words;
    return withRuntime(input, context, async (runtime) => {
      if (isStatement(text)) {
        const rows = await askStatementOnce(runtime, text, { ...context, clock });
        return print(renderedRows(rows, format));
      }
      const read = () => readRequest({ query: text }, false);
      let warnings: readonly WireProblem[] = [];
      const prepare = (queries: readonly RequestedQuery[], state: ModelForCaller, now: number) => {
        const prepared = prepareAll(queries, state, now);
        warnings = prepared.flatMap((one) => one.prepared.warnings);
        return prepared;
      };
      const options = { ...context, clock, format: format === 'json' ? 'default' : 'compact' } as const;
      const asking = askOnce(runtime, { kind: 'read', read, prepare }, options);
      const { results } = await asking.finally(() => {
        for (const { message, hint } of warnings) note([message, hint].filter(Boolean).join('. '));
      });
      for (const { answer } of results) {
        if (answer.total !== undefined) note(`${answer.total} rows without limit and offset`);
        print(rendered(Buffer.concat(answer.data).toString('utf8'), format));
      }
    });
  },
};

function rendered(text: string, format: string): string {
  if (format === 'json') return text;
  return format === 'csv' ? renderCsv(asTable(text)) : renderTable(asTable(text));
}

type CommandRows = Awaited<ReturnType<typeof askStatementOnce>>;

function renderedRows({ columns, rows }: CommandRows, format: string): string {
  const names = columns.map(({ name }) => name);
  if (format !== 'json')
    return format === 'csv' ? renderCsv({ columns: names, rows }) : renderTable({ columns: names, rows });
  return JSON.stringify(rows.map((row) => Object.fromEntries(row.map((value, index) => [names[index], value]))));
}

/** Reads the compact form that `encode-rows` wrote. */
function asTable(text: string): PrintedTable {
  const { members, dataset } = JSON.parse(text) as {
    readonly members: string[];
    readonly dataset: PrintedTable['rows'];
  };
  return { columns: members, rows: dataset };
}
