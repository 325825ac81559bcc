import type { PolicyCaller } from '@orrery/kernel';
import {
  accessFor,
  bindQuery,
  compileModel,
  compileQuery,
  dialectFor,
  indexModel,
  type Instant,
  type ModelFile,
  parseZone,
  type Query,
} from '@orrery/semantic';
import { type Figure, median, ms, timeInTurns } from '../measure.ts';
import { wideModel } from '../wide-model.ts';

const query: Query = {
  measures: ['cube_3.total_1', 'cube_3.ratio_4', 'cube_5.total_0'],
  dimensions: ['cube_3.attribute_0', 'cube_7.attribute_4'],
  segments: [],
  timeDimensions: [{ dimension: 'cube_3.attribute_2', granularity: 'month', dateRange: ['2026-01-01', '2026-05-01'] }],
  filters: [{ kind: 'member', member: 'cube_7.attribute_4', operator: 'equals', values: ['a', 'b'] }],
  timezone: 'America/New_York',
};

const caller: PolicyCaller = {
  securityContext: { region: 'EU', active: true },
  groups: ['group_1', 'group_2'],
  roles: [],
  userAttributes: { kinds: ['a', 'b'] },
};

/** Number of policies on the cubes of the query; two of each cube apply to the caller. */
const policiesOf: ReadonlyMap<string, number> = new Map([
  ['cube_3', 20],
  ['cube_5', 15],
  ['cube_7', 15],
]);

function withPolicies({ path, text }: ModelFile): ModelFile {
  const [, name = ''] = /name: (cube_\d+)/.exec(text) ?? [];
  const count = policiesOf.get(name);
  if (count === undefined) return { path, text };
  const policies = Array.from({ length: count }, (_, index) =>
    [
      `      - group: group_${index}`,
      '        conditions: [{if: "{ securityContext.active }"}]',
      '        row_level:',
      '          filters:',
      '            - {member: attribute_0, operator: equals, values: ["{ securityContext.region }"]}',
      '            - {member: attribute_4, operator: equals, values: userAttributes.kinds}',
    ].join('\n'),
  );
  return {
    path,
    text: text.replace('    dimensions:\n', `    access_policy:\n${policies.join('\n')}\n    dimensions:\n`),
  };
}

/** Measures the time that fifty policies add to resolving access, binding, planning and rendering one query. */
export async function planWithPolicies(): Promise<readonly Figure[]> {
  const dialect = dialectFor('duckdb');
  const defaultZone = parseZone('UTC');
  if (!dialect || !defaultZone) throw new Error('the dialect and the zone are built in');
  const asker = (files: readonly ModelFile[]) => {
    const { build } = compileModel(files);
    if (build.problems.length > 0) throw new Error(JSON.stringify(build.problems[0]));
    const model = indexModel(build.pieces);
    return (asking: PolicyCaller) => {
      const now = Date.UTC(2026, 4, 15) as Instant;
      const access = accessFor(model, asking);
      const bound = bindQuery(query, model, { now, access, defaultZone, defaultLimit: 10_000, maxLimit: 50_000 });
      if (!bound.ok) throw new Error(JSON.stringify(bound.problems));
      const compiled = compileQuery(bound.value, model, dialect);
      if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    };
  };
  const files = wideModel();
  const [without, guarded] = [asker(files), asker(files.map(withPolicies))];
  const samples = await timeInTurns(
    {
      without: () => without(caller),
      known: () => guarded(caller),
      // A caller that no policy has been applied to before.
      new: (round) => guarded({ ...caller, securityContext: { region: `region ${round}`, active: true } }),
    },
    1000,
  );
  const added = (name: 'known' | 'new') => median(samples[name]) - median(samples.without);
  const figure = (name: string, value: number, bound: number): Figure => ({
    name,
    measured: ms(value),
    baseline: `${ms(median(samples.without))} the whole without policies`,
    bound: `${bound} ms`,
    isWithin: value <= bound,
  });
  return [
    figure('what 50 policies add to bind, plan and render of one query', added('known'), 0.2),
    figure('what they add for a caller never seen before', added('new'), 0.5),
  ];
}
