import { explainPlan } from '@orrery/semantic';
import { planPrepared, renderPrepared } from '../../../runtime/src/query/compile-prepared.ts';
import { readRequest } from '../../../runtime/src/request/read-request.ts';
import { prepareKnowing } from '../../../runtime/src/query/know-times.ts';
import { branchFlag } from '../command/branch-flag.ts';
import type { Command } from '../command/command.ts';
import { contextFlag } from '../command/read-context.ts';
import { readCaller } from '../command/read-caller.ts';
import { withRuntime } from '../command/with-runtime.ts';

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
