import { explainPlan } from '@orrery/semantic';
import { planPrepared, prepareKnowing, readRequest, renderPrepared } from '@orrery/runtime';
import { branchFlag, type Command, contextFlag, readCaller, withRuntime } from '../command/index.ts';

export const sql: Command = {
  usage: "sql [--project DIR] [--branch NAME] [--context JSON] 'JSON'",
  summary: 'prints the plan and the SQL of a JSON query',
  settings: ['project', 'data'],
  flags: [branchFlag, contextFlag],
  words: 1,
  async run(input) {
    const context = await readCaller(input.flags['context'], input);
    return withRuntime(input, context, async (runtime) => {
      const asker = { tenant: 'command line', insists: false };
      const { queries } = readRequest({ query: input.words[0] }, false);
      for (const { prepared } of await prepareKnowing(queries, runtime, input.clock.now(), asker)) {
        const plan = planPrepared(prepared, context);
        const { text, params } = renderPrepared(plan, prepared, runtime);
        input.print(`${explainPlan(plan)}\n\n${text}`);
        if (params.length > 0)
          input.print(`\n${params.map((param, index) => `$${index + 1} = ${JSON.stringify(param)}`).join('\n')}`);
      }
    });
  },
};
