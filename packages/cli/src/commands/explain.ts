import {
  describeStatement,
  differenceText,
  explainQuery,
  explainText,
  prepareKnowing,
  readRequest,
  reportText,
  runtimeFor,
  simulate,
} from '@orrery/runtime';
import { OperatorError } from '@orrery/kernel';
import { branchFlag, type Command, contextFlag, isStatement, readCaller, withRuntime } from '../command/index.ts';

export const explain: Command = {
  usage: "explain [--project DIR] [--branch NAME] [--as JSON] [--compare JSON] [--json] ['JSON'|'SELECT ...']",
  summary: 'explains what a query or a statement of SQL means and how it is answered, and what a caller sees and why',
  settings: ['project', 'data'],
  flags: [
    branchFlag,
    { ...contextFlag, name: 'as' },
    { name: 'compare', shows: 'JSON|@FILE  another caller: shows the differences between the two' },
    { name: 'json', isSwitch: true, shows: '  print JSON' },
  ],
  words: 1,
  leastWords: 0,
  async run(input) {
    const { flags, words, clock, print } = input;
    const [text] = words;
    if (text === undefined && flags['as'] === undefined)
      throw new OperatorError(`Something is missing: orrery ${explain.usage}\nGive a query, or a caller with --as.`);
    const context = await readCaller(flags['as'], input);
    const compare = flags['compare'] === undefined ? undefined : await readCaller(flags['compare'], input);
    return withRuntime(input, context, async (runtime) => {
      const isSql = text !== undefined && isStatement(text);
      const request = text === undefined || isSql ? undefined : readRequest({ query: text }, false);
      const hasPolicies = [...runtime.model.index.pieces.values()].some(({ policies }) => policies !== undefined);
      const simulated = await simulate(
        { as: context.securityContext, compare: compare?.securityContext, queries: request?.queries, now: clock.now() },
        (other) => runtimeFor(runtime, other),
      );
      const asJson = flags['json'] === true;
      if (isSql && !compare) {
        const described = await describeStatement(runtime, text, { ...context, clock });
        if (asJson) return print(JSON.stringify(described.placement, null, 2));
        if (hasPolicies) print(`${reportText(simulated.report)}\n`);
        return print(`${described.logical}\n\n${described.physical}`);
      }
      if (!request || compare) {
        if (asJson) return print(JSON.stringify(simulated, null, 2));
        const { report, other, differences = [] } = simulated;
        return print(other ? differenceText(differences) : reportText(report));
      }
      if (!asJson && hasPolicies) print(`${reportText(simulated.report)}\n`);
      const asker = { tenant: 'command line', insists: false };
      const options = { context, mayReadModel: true, showsHidden: true };
      const prepared = await prepareKnowing(request.queries, runtime, clock.now(), asker);
      const answers = await Promise.all(prepared.map((one) => explainQuery(one.query, one.prepared, runtime, options)));
      if (!asJson) return print(answers.map(explainText).join('\n\n'));
      print(JSON.stringify(request.queryType === 'regularQuery' ? answers[0] : answers, null, 2));
    });
  },
};
