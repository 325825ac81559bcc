import type { MetaDimension, MetaGranularity, MetaLink, MetaMeasure, MetaSegment } from '@orrery/contract';
import {
  type Access,
  type CustomGranularity,
  type Dimension,
  isVisible,
  type Link,
  type Measure,
  type Member,
  type ModelIndex,
  requireMeasure,
  type Segment,
} from '@orrery/semantic';
import { groupDrillMembers } from '../../query/index.ts';
import { describeFormat } from './format-description.ts';

export function presentMeasure(measure: Measure, model: ModelIndex, access: Access): MetaMeasure {
  const drill = groupDrillMembers(measure, model, access);
  return {
    ...presentFace(measure, access),
    ...presentFormat(measure),
    type: measure.type,
    aggType: measure.aggregateType,
    cumulative: isCumulative(measure, model),
    cumulativeTotal: isCumulative(measure, model),
    drillMembers: drill.all,
    drillMembersGrouped: drill.grouped,
  };
}

/** Whether its values of several buckets must not be added up. */
function isCumulative({ expression, isCumulative: isSaid }: Measure, model: ModelIndex): boolean {
  if (isSaid) return true;
  if (expression.kind === 'alias') return isCumulative(requireMeasure(model, expression.member), model);
  return 'window' in expression && expression.window !== undefined;
}

export function presentDimension(dimension: Dimension, model: ModelIndex, access: Access): MetaDimension {
  const key = dimension.key && model.members.get(dimension.key);
  return {
    ...presentFace(dimension, access),
    ...presentFormat(dimension),
    type: dimension.shownType ?? dimension.type,
    suggestFilterValues: dimension.suggestsFilterValues,
    primaryKey: dimension.isPrimaryKey,
    ...(dimension.order === undefined ? {} : { order: dimension.order }),
    ...(key && isVisible(key, model, access) ? { key: key.id } : {}),
    ...(dimension.links === undefined ? {} : { links: dimension.links.map(presentLink) }),
    ...(dimension.isSynthetic ? { synthetic: true } : {}),
    ...(dimension.granularities ? { granularities: dimension.granularities.map(presentGranularity) } : {}),
  };
}

/** The text of the author. */
function presentGranularity({ name, title, interval, offset, origin }: CustomGranularity): MetaGranularity {
  return {
    name,
    title,
    ...(interval === undefined ? {} : { interval }),
    ...(offset === undefined ? {} : { offset }),
    ...(origin === undefined ? {} : { origin }),
  };
}

function presentLink({ isPrimary, parameters, ...link }: Link): MetaLink {
  return {
    ...link,
    ...(isPrimary ? { primary: true } : {}),
    ...(parameters.length > 0 ? { params: [...parameters] } : {}),
  };
}

export function presentSegment(segment: Segment, access: Access): MetaSegment {
  return presentFace(segment, access);
}

/** Properties shown for every member. */
function presentFace(member: Member, access: Access): MetaSegment {
  const behind = member.expression.kind === 'alias' ? member.expression.member : undefined;
  return {
    name: member.id,
    title: member.title,
    shortTitle: member.shortTitle,
    ...(member.description === undefined ? {} : { description: member.description }),
    ...(member.meta === undefined ? {} : { meta: member.meta }),
    ...(member.aliases === undefined ? {} : { aliases: [...member.aliases] }),
    ...(behind !== undefined && !access.hidden.has(behind) ? { aliasMember: behind } : {}),
    isVisible: member.isPublic,
    public: member.isPublic,
  };
}

function presentFormat(member: Dimension | Measure): Pick<MetaMeasure, 'format' | 'formatDescription' | 'currency'> {
  const formatDescription = describeFormat(member);
  return {
    ...(member.format === undefined ? {} : { format: member.format }),
    ...(formatDescription ? { formatDescription } : {}),
    ...(member.currency === undefined ? {} : { currency: member.currency }),
  };
}
