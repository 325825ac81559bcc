import { OperatorError } from '@orrery/kernel';
import { planPrepared, prepareKnowing, readRequest } from '@orrery/runtime';
import { explainRollups, type RollupCandidate, utc } from '@orrery/semantic';
import { branchFlag, type Command, contextFlag, isStatement, readCaller, withRuntime } from '../../command/index.ts';

const notBuilt = 'Rollups are not built yet: this query is answered from its source.';

/** Compares a query with the rollups of the project. */
export const whyRollups: Command = {
  usage: "rollups why [--project DIR] [--branch NAME] [--as JSON] [--json] 'JSON'",
  summary: 'says which rollups would cover a JSON query, and every reason why others would not; none is built yet',
  settings: ['project', 'data'],
  flags: [branchFlag, { ...contextFlag, name: 'as' }, { name: 'json', isSwitch: true, shows: '  print JSON' }],
  words: 1,
  async run(input) {
    const { flags, clock, print } = input;
    const [text = ''] = input.words;
    if (isStatement(text)) throw new OperatorError('orrery rollups why takes a JSON query, and no statement of SQL.');
    const context = await readCaller(flags['as'], input);
    return withRuntime(input, context, async (runtime) => {
      const request = readRequest({ query: text }, false);
      const asker = { tenant: 'command line', insists: false };
      const queries = await prepareKnowing(request.queries, runtime, clock.now(), asker);
      const answers = queries.map(({ prepared }) => {
        const { bound, model, access } = prepared;
        const plan = planPrepared(prepared, context);
        // The zone of rollups without a setting of their own.
        return explainRollups({ query: bound, plan, model: model.index }, access, [utc]);
      });
      if (flags['json'] !== true) return print([notBuilt, ...answers.map(candidatesText)].join('\n\n'));
      const presented = answers.map((candidates) => ({ isBuilt: false, note: notBuilt, candidates }));
      print(JSON.stringify(request.queryType === 'regularQuery' ? presented[0] : presented, null, 2));
    });
  },
};

function candidatesText(candidates: readonly RollupCandidate[]): string {
  if (candidates.length === 0) return 'The cubes of the query define no pre-aggregations.';
  return candidates.map(candidateText).join('\n\n');
}

function candidateText({ name, covers, reasons, change }: RollupCandidate): string {
  if (covers === 'merging') return `${name}: covers, by merging its rows`;
  if (covers === 'stored-rows') return `${name}: covers, with its rows as they are`;
  const lines = reasons.map(({ text }) => `  - ${text}`);
  const last = change
    ? `  It would match with: ${change.join('; ')}`
    : '  No addition to it is known that would make it match.';
  return [`${name}: does not match`, ...lines, last].join('\n');
}
