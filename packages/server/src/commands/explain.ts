import { explainQuery } from '../data/explain/explain-query.ts';
import { explainText } from '../data/explain/explain-text.ts';
import { readRequest } from '../data/read-request.ts';
import { prepareAll } from '../data/understand-request.ts';
import type { Command } from './command.ts';
import { contextFlag, requestContext } from './read-context.ts';
import { withRuntime } from './with-runtime.ts';

export const explain: Command = {
  usage: "explain [--project DIR] [--as JSON] [--json] 'JSON'",
  summary: 'tells what a JSON query means and how it is answered',
  settings: ['project', 'data'],
  flags: [
    { ...contextFlag, name: 'as' },
    { name: 'json', isSwitch: true, shows: '  print JSON' },
  ],
  words: 1,
  run(input) {
    const context = requestContext(input.flags['as']);
    return withRuntime(input, context, async (runtime) => {
      const { queryType, queries } = readRequest({ query: input.words[0] }, false);
      const options = { context, mayReadModel: true, showsHidden: true };
      const prepared = prepareAll(queries, runtime, input.clock.now());
      const answers = await Promise.all(prepared.map((one) => explainQuery(one.query, one.prepared, runtime, options)));
      if (!input.flags['json']) return input.print(answers.map(explainText).join('\n\n'));
      input.print(JSON.stringify(queryType === 'regularQuery' ? answers[0] : answers, null, 2));
    });
  },
};
