import { explainPlan } from '@orrery/semantic';
import { OperatorError } from '@orrery/kernel';
import {
  describeStatement,
  planPrepared,
  prepareKnowing,
  printedQuery,
  readRequest,
  renderPrepared,
} from '@orrery/runtime';
import { branchFlag, type Command, contextFlag, isStatement, readCaller, withRuntime } from '../command/index.ts';

export const sql: Command = {
  usage: "sql [--project DIR] [--branch NAME] [--context JSON] [--semantic] 'JSON'|'SELECT ...'",
  summary: 'prints the plan and the SQL of a JSON query, or of a statement of SQL over the model',
  settings: ['project', 'data'],
  flags: [
    branchFlag,
    contextFlag,
    { name: 'semantic', isSwitch: true, shows: '  print a JSON query as SQL over the model' },
  ],
  words: 1,
  async run(input) {
    const { clock, flags, print } = input;
    const context = await readCaller(flags['context'], input);
    const [text = ''] = input.words;
    const isSemantic = flags['semantic'] === true;
    if (isSemantic && isStatement(text)) throw new OperatorError('--semantic takes a JSON query, and prints SQL.');
    return withRuntime(input, context, async (runtime) => {
      if (isStatement(text)) {
        const { logical, physical } = await describeStatement(runtime, text, { ...context, clock });
        return print(`${logical}\n\n${physical}`);
      }
      const asker = { tenant: 'command line', insists: false };
      const { queries } = readRequest({ query: text }, false);
      for (const { prepared } of await prepareKnowing(queries, runtime, clock.now(), asker)) {
        if (isSemantic) {
          print(await printedQuery(prepared));
          continue;
        }
        const plan = planPrepared(prepared, context);
        const { text, params } = renderPrepared(plan, prepared, runtime);
        print(`${explainPlan(plan)}\n\n${text}`);
        if (params.length > 0)
          print(`\n${params.map((param, index) => `$${index + 1} = ${JSON.stringify(param)}`).join('\n')}`);
      }
    });
  },
};
