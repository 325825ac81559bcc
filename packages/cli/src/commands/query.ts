import { executeQuestion, keyOfMark, prepareKnowing, readRequest, toQuestion } from '@orrery/runtime';
import { OperatorError } from '@orrery/kernel';
import {
  branchFlag,
  type Command,
  contextFlag,
  readCaller,
  renderCsv,
  renderTable,
  type Table,
  withRuntime,
} from '../command/index.ts';

const formats = ['table', 'json', 'csv'];

export const query: Command = {
  usage: "query [--project DIR] [--branch NAME] [--context JSON] [--format table|json|csv] 'JSON'",
  summary: 'runs one JSON query without a server',
  settings: ['project', 'data'],
  flags: [branchFlag, contextFlag, { name: 'format', shows: 'table|json|csv  how to print the rows (default: table)' }],
  words: 1,
  async run(input) {
    const { flags, words, clock, print, note } = input;
    const format = String(flags['format'] ?? 'table');
    if (!formats.includes(format))
      throw new OperatorError(`--format is one of ${formats.join(', ')}, not '${format}'.`);
    const context = await readCaller(flags['context'], input);
    return withRuntime(input, context, async (runtime) => {
      const { queries } = readRequest({ query: words[0] }, false);
      const asker = { tenant: 'command line', insists: true };
      const wireFormat = format === 'json' ? 'default' : 'compact';
      for (const { query: asked, prepared, mark } of await prepareKnowing(queries, runtime, clock.now(), asker)) {
        for (const { message, hint } of prepared.warnings) note([message, hint].filter(Boolean).join('. '));
        const lastKey = mark ? { lastKey: keyOfMark(mark, prepared.bound) } : {};
        const shape = { format: wireFormat, countsTotal: asked.total ?? false, ...lastKey } as const;
        const turn = { runtime, tenant: 'command line', signal: new AbortController().signal };
        const { data, total } = await executeQuestion(toQuestion(prepared, context, runtime, shape), shape, turn);
        if (total !== undefined) note(`${total} rows without limit and offset`);
        print(rendered(Buffer.concat(data).toString('utf8'), format));
      }
    });
  },
};

function rendered(text: string, format: string): string {
  if (format === 'json') return text;
  return format === 'csv' ? renderCsv(asTable(text)) : renderTable(asTable(text));
}

/** Reads the compact form that `encode-rows` wrote. */
function asTable(text: string): Table {
  const { members, dataset } = JSON.parse(text) as { readonly members: string[]; readonly dataset: Table['rows'] };
  return { columns: members, rows: dataset };
}
