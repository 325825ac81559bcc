import type { Annotation, MemberAnnotation } from '@orrery/contract';
import {
  type Access,
  type BoundQuery,
  describeGranularity,
  type Dimension,
  type Measure,
  type Member,
  type MemberId,
  type ModelIndex,
  type Output,
  requireDimension,
  requireMeasure,
  requireSegment,
  isVisible,
} from '@orrery/semantic';
import { bucketOf } from './row-layout.ts';

/** Makes the annotation of each column and segment of a query, for clients to show. */
export function annotate(
  query: BoundQuery,
  segments: readonly string[],
  model: ModelIndex,
  access: Access,
): Annotation {
  const dimensions = query.outputs.flatMap((output) => annotateDimension(output, model));
  const plain = new Set(dimensions.map(([name]) => name));
  const buckets = query.outputs.flatMap((output) => annotateBucket(output, model));
  return {
    measures: Object.fromEntries(query.outputs.flatMap((output) => annotateMeasure(output, model, access))),
    dimensions: Object.fromEntries(dimensions),
    segments: Object.fromEntries(
      // A bound query names only segments that exist.
      segments.map((name) => [name, presentFace(requireSegment(model, name as MemberId))]),
    ),
    timeDimensions: Object.fromEntries(buckets.filter(([name]) => !plain.has(name))),
  };
}

type AnnotationEntry = readonly [name: string, annotation: MemberAnnotation];

function annotateMeasure(output: Output, model: ModelIndex, access: Access): readonly AnnotationEntry[] {
  if (output.expression.kind !== 'measure') return [];
  const measure = requireMeasure(model, output.expression.member);
  const { all, grouped } = groupDrillMembers(measure, model, access);
  return [[output.name, { ...presentValue(measure), drillMembers: all, drillMembersGrouped: grouped }]];
}

function annotateDimension(output: Output, model: ModelIndex): readonly AnnotationEntry[] {
  if (output.expression.kind !== 'dimension') return [];
  return [[output.name, presentValue(requireDimension(model, output.expression.member))]];
}

/** Annotates `orders.created_at.day` and `orders.created_at`. */
function annotateBucket(output: Output, model: ModelIndex): readonly AnnotationEntry[] {
  const bucket = bucketOf(output);
  if (!bucket) return [];
  const { member, granularity } = bucket;
  const shown = presentValue(requireDimension(model, member as MemberId));
  return [
    [output.name, { ...shown, granularity: describeGranularity(granularity) }],
    [member, shown],
  ];
}

function presentFace(member: Member): MemberAnnotation {
  return {
    title: member.title,
    shortTitle: member.shortTitle,
    ...(member.description === undefined ? {} : { description: member.description }),
    ...(member.meta === undefined ? {} : { meta: member.meta }),
  };
}

function presentValue(member: Dimension | Measure): MemberAnnotation {
  return {
    ...presentFace(member),
    type: member.kind === 'dimension' ? (member.shownType ?? member.type) : member.type,
    ...(member.format === undefined ? {} : { format: member.format }),
    ...(member.currency === undefined ? {} : { currency: member.currency }),
  };
}

export interface DrillMembers {
  readonly all: MemberId[];
  readonly grouped: { readonly measures: MemberId[]; readonly dimensions: MemberId[] };
}

/** The members a measure drills into that the caller may see. */
export function groupDrillMembers(measure: Measure, model: ModelIndex, access: Access): DrillMembers {
  const shown = measure.drillMembers.flatMap((id): Member[] => {
    const member = model.members.get(id);
    return member && isVisible(member, model, access) ? [member] : [];
  });
  const idsOf = (kind: Member['kind']) => shown.filter((member) => member.kind === kind).map((member) => member.id);
  return {
    all: shown.map((member) => member.id),
    grouped: { measures: idsOf('measure'), dimensions: idsOf('dimension') },
  };
}
