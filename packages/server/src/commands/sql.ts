import { explainPlan, planQuery } from '@orrery/semantic';
import { compilePrepared } from '../data/compile-prepared.ts';
import { prepareQuery } from '../data/prepare-query.ts';
import { readRequest } from '../data/read-request.ts';
import { refuseProblems } from '../data/refuse-problems.ts';
import type { Command } from './command.ts';
import { withRuntime } from './with-runtime.ts';

export const sql: Command = {
  usage: "sql [--project DIR] 'JSON'",
  summary: 'prints the plan and the SQL of a JSON query',
  settings: ['project', 'data'],
  flags: [],
  words: 1,
  run(input) {
    return withRuntime(input, async (runtime) => {
      const { query: asked } = readRequest({ query: input.words[0] }, true);
      const prepared = prepareQuery(asked, runtime, input.clock.now());
      const planned = planQuery(prepared.bound, prepared.model.index);
      if (!planned.ok) throw refuseProblems(planned.problems);
      const { text, params } = compilePrepared(prepared, runtime);
      input.print(`${explainPlan(planned.value)}\n\n${text}`);
      if (params.length > 0)
        input.print(`\n${params.map((param, index) => `$${index + 1} = ${JSON.stringify(param)}`).join('\n')}`);
    });
  },
};
