import { prepareQuery } from '../data/prepare-query.ts';
import { readRequest } from '../data/read-request.ts';
import { executeQuestion } from '../data/answer/execute-question.ts';
import { toQuestion } from '../data/answer/question.ts';
import { OperatorError } from '../config/operator-error.ts';
import type { Command } from './command.ts';
import { renderCsv, renderTable, type Table } from './table.ts';
import { withRuntime } from './with-runtime.ts';

const formats = ['table', 'json', 'csv'];

export const query: Command = {
  usage: "query [--project DIR] [--format table|json|csv] 'JSON'",
  summary: 'runs one JSON query without a server',
  settings: ['project', 'data'],
  flags: [{ name: 'format', shows: 'table|json|csv  how to print the rows (default: table)' }],
  words: 1,
  async run(input) {
    const { flags, words, clock, print, note } = input;
    const format = String(flags['format'] ?? 'table');
    if (!formats.includes(format))
      throw new OperatorError(`--format is one of ${formats.join(', ')}, not '${format}'.`);
    return withRuntime(input, async (runtime) => {
      const { query: asked } = readRequest({ query: words[0] }, true);
      const prepared = prepareQuery(asked, runtime, clock.now());
      const wireFormat = format === 'json' ? 'default' : 'compact';
      for (const { message, hint } of prepared.warnings) note([message, hint].filter(Boolean).join('. '));
      const shape = { format: wireFormat, countsTotal: asked.total ?? false } as const;
      const turn = { runtime, tenant: 'command line', signal: new AbortController().signal };
      const { data, total } = await executeQuestion(toQuestion(prepared, runtime, shape), shape, turn);
      if (total !== undefined) note(`${total} rows without limit and offset`);
      const text = Buffer.concat(data).toString('utf8');
      if (format === 'json') return print(text);
      const table = asTable(text);
      print(format === 'csv' ? renderCsv(table) : renderTable(table));
    });
  },
};

/** The compact form, as `encode-rows` has just written it. */
function asTable(text: string): Table {
  const { members, dataset } = JSON.parse(text) as { readonly members: string[]; readonly dataset: Table['rows'] };
  return { columns: members, rows: dataset };
}
