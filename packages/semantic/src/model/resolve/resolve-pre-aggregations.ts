import {
  type BareReference,
  finding,
  type MemberDefinition,
  type PreAggregationDefinition,
} from '../../source/index.ts';
import { timeUnits } from '../../time/index.ts';
import type { PreAggregation, StoredMember } from '../model.ts';
import { isLost } from '../names/entry.ts';
import { resolveReference } from './resolve-reference.ts';
import { lookUp, type CubeScope } from './scope.ts';

/** Resolves the names of the cube's pre-aggregations. Reports what is missing, or of another kind than its list requires. */
export function resolvePreAggregations(scope: CubeScope): readonly PreAggregation[] {
  return scope.cube.preAggregations.map((definition) => {
    const before = scope.findings.length;
    const { measures, dimensions, segments, timeDimensions } = definition;
    const resolve = (references: readonly BareReference[], list: string, kind: RollupMemberKind) =>
      references.map((reference) => resolveMember(definition, reference, { list, kind }, scope));
    const lists = {
      measures: resolve(measures, 'measures', 'measure'),
      dimensions: resolve(dimensions, 'dimensions', 'dimension'),
      segments: resolve(segments, 'segments', 'segment'),
    };
    const dimensionsOfTime = timeDimensions.map(({ dimension }) => dimension);
    const times = resolve(dimensionsOfTime, 'time_dimensions', 'time');
    for (const time of timeDimensions) checkGranularity(definition, time, scope);
    for (const reference of definition.rollups) checkRollup(reference, scope);
    const found = [...Object.values(lists).flat(), ...times];
    const isIncomplete = scope.findings.length > before || found.includes(undefined);
    return {
      name: definition.name,
      type: definition.type,
      measures: lists.measures.filter((one) => one !== undefined),
      dimensions: lists.dimensions.filter((one) => one !== undefined),
      segments: lists.segments.filter((one) => one !== undefined),
      timeDimensions: timeDimensions.flatMap(({ granularity }, index) => {
        const time = times[index];
        return time ? [{ ...time, granularity }] : [];
      }),
      ...(isIncomplete ? { isIncomplete } : {}),
    };
  });
}

type RollupMemberKind = MemberDefinition['kind'] | 'time';

function resolveMember(
  definition: PreAggregationDefinition,
  { steps, place }: BareReference,
  { list, kind: wanted }: { readonly list: string; readonly kind: RollupMemberKind },
  scope: CubeScope,
): StoredMember | undefined {
  const resolved = resolveReference(steps, { from: `${scope.cube.name}.${definition.name}`, place }, scope);
  if (!resolved) return undefined;
  const kind = resolved.kind === 'cube' ? 'cube' : resolved.definition.kind;
  const isTime =
    resolved.kind === 'member' && resolved.definition.kind === 'dimension' && resolved.definition.type === 'time';
  const isWanted = wanted === kind || (wanted === 'time' && isTime);
  if (isWanted && resolved.kind === 'member') return { member: resolved.id, path: resolved.path };
  scope.findings.push(finding('model.wrong-kind', { reference: steps.join('.'), kind, list }, place));
  return undefined;
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
