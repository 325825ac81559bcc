import {
  type BareReference,
  finding,
  type MemberDefinition,
  type PreAggregationDefinition,
} from '../../source/index.ts';
import { timeUnits } from '../../time/index.ts';
import { isLost } from '../names/entry.ts';
import { resolveReference } from '../resolve/resolve-reference.ts';
import { lookUp, type CubeScope } from '../resolve/scope.ts';

/** Checks that every member a pre-aggregation names exists and is of the kind its list requires. */
export function checkPreAggregations(scope: CubeScope): void {
  for (const definition of scope.cube.preAggregations) {
    checkMembers(definition, definition.measures, 'measures', ['measure'], scope);
    checkMembers(definition, definition.dimensions, 'dimensions', ['dimension'], scope);
    checkMembers(definition, definition.segments, 'segments', ['segment'], scope);
    const times = definition.timeDimensions.map(({ dimension }) => dimension);
    checkMembers(definition, times, 'time_dimensions', ['time'], scope);
    for (const time of definition.timeDimensions) checkGranularity(definition, time, scope);
    for (const reference of definition.rollups) checkRollup(reference, scope);
  }
}

type RollupMemberKind = MemberDefinition['kind'] | 'time';

function checkMembers(
  definition: PreAggregationDefinition,
  references: readonly BareReference[],
  list: string,
  kinds: readonly RollupMemberKind[],
  scope: CubeScope,
): void {
  const from = `${scope.cube.name}.${definition.name}`;
  for (const { steps, place } of references) {
    const resolved = resolveReference(steps, { from, place }, scope);
    if (!resolved) continue;
    const kind = resolved.kind === 'cube' ? 'cube' : resolved.definition.kind;
    const isTime =
      resolved.kind === 'member' && resolved.definition.kind === 'dimension' && resolved.definition.type === 'time';
    if (kinds.some((one) => one === kind || (one === 'time' && isTime))) continue;
    scope.findings.push(finding('model.wrong-kind', { reference: steps.join('.'), kind, list }, place));
  }
}

/** Accepts a built-in granularity, or one that the dimension defines. */
function checkGranularity(
  { name }: PreAggregationDefinition,
  { dimension, granularity }: PreAggregationDefinition['timeDimensions'][number],
  scope: CubeScope,
): void {
  const before = scope.findings.length;
  const resolved = resolveReference(
    dimension.steps,
    { from: `${scope.cube.name}.${name}`, place: dimension.place },
    scope,
  );
  // The problem with the dimension is reported already.
  scope.findings.length = before;
  if (resolved?.kind !== 'member' || resolved.definition.kind !== 'dimension' || resolved.definition.type !== 'time')
    return;
  const known = [...timeUnits, ...resolved.definition.granularities.map((one) => one.name)];
  if (known.includes(granularity)) return;
  const hint = { name: granularity, among: () => known };
  const params = { granularity, dimension: resolved.id };
  scope.findings.push(finding('model.unknown-granularity', params, dimension.place, { hint }));
}

function checkRollup({ steps, place }: BareReference, scope: CubeScope): void {
  const { cube } = scope;
  const name = steps.at(-1) ?? '';
  const owner = steps.at(-2) ?? cube.name;
  const entry = owner === 'CUBE' || owner === cube.name ? cube : lookUp(owner, scope);
  if (entry.kind === 'broken' || (entry.kind === 'cube' && isLost(name, entry))) return;
  const names = entry.kind === 'cube' ? entry.preAggregations.map((one) => one.name) : [];
  if (names.includes(name)) return;
  const reference = steps.length === 1 ? `${owner}.${name}` : steps.join('.');
  scope.findings.push(finding('model.unresolved', { reference }, place, { hint: { name, among: () => names } }));
}
