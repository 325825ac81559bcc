import {
  bucketRule,
  type Dimension,
  type Granularity,
  type MemberId,
  type ModelIndex,
  settleGranularity,
} from '../../model/index.ts';
import { nests, utc, type Zone } from '../../time/index.ts';
import { dimension, type PlanContext } from '../groups/grouping.ts';
import {
  holdsLocalTime,
  referredGranularity,
  resolveAlias,
  showsBuckets,
  shownDimension,
} from '../joins/requirement.ts';
import { expressionsIn, type PlanExpression } from '../plan-expression.ts';

/** The stored time that a column shows, down to the dimension with SQL of its own. */
export interface ShownTime {
  /** The stored times. */
  readonly operand: PlanExpression;
  /** Granularities they are truncated to, one after the other; empty when shown unchanged. */
  readonly granularities: readonly Granularity[];
  /** Zone of the clock. */
  readonly zone: Zone;
  /** Some rows show a mask, so that only buckets of the times are known. */
  readonly isMasked?: true;
}

/** Returns `undefined` for an expression that computes something else from times. */
export function shownTime(context: PlanContext, expression: PlanExpression): ShownTime | undefined {
  switch (expression.kind) {
    case 'local-time':
    case 'bucket': {
      const inner = shownTime(context, expression.operand);
      if (!inner) return undefined;
      const granularities = expression.kind === 'bucket' ? [settleGranularity(expression.granularity, context)] : [];
      const zone = inner.granularities.length > 0 ? inner.zone : expression.zone;
      return { ...inner, granularities: [...inner.granularities, ...granularities], zone };
    }
    case 'shifted': {
      const inner = shownTime(context, expression.operand);
      const isWhole = inner !== undefined && inner.granularities.length === 0;
      return isWhole ? { ...inner, operand: { ...expression, operand: inner.operand } } : undefined;
    }
    case 'dimension':
      return expression.type === 'time' ? timeOf(context, expression.member) : undefined;
    default:
      return undefined;
  }
}

/** The times that an expression computes something else from. */
export function timesInside(context: PlanContext, expression: PlanExpression): readonly ShownTime[] {
  if (shownTime(context, expression)) return [];
  return expressionsIn(expression).flatMap((inner) => {
    const shown = shownTime(context, inner);
    return shown ? [shown] : timesInside(context, inner);
  });
}

/** The time that a dimension shows, directly or under another name. */
function timeOf(context: PlanContext, id: MemberId): ShownTime {
  const { model, zone } = context;
  const { member } = resolveAlias(model, id, 'dimension');
  const shown = shownDimension(model, member);
  if (!shown || resolveAlias(model, shown.member, 'dimension').member.type !== 'time') {
    const operand = dimension(model, member.id);
    if (showsBuckets(model, member.id)) return { operand, granularities: [], zone, isMasked: true };
    return { operand, granularities: [], zone: holdsLocalTime(model, member.id) ? utc : zone };
  }
  const stored = timeOf(context, shown.member);
  const inner: ShownTime = shown.moved
    ? { ...stored, operand: { kind: 'shifted', operand: stored.operand, by: shown.moved } }
    : stored;
  if (shown.granularity === undefined) return inner;
  const granularity = settleGranularity(referredGranularity(model, shown), context);
  return { ...inner, granularities: [...inner.granularities, granularity] };
}

/** The dimensions by which an expression shows a time, each made of the next one. */
export function dimensionsShowing(
  { model }: Pick<PlanContext, 'model'>,
  expression: PlanExpression,
): readonly Dimension[] {
  switch (expression.kind) {
    case 'local-time':
    case 'bucket':
    case 'shifted':
      return dimensionsShowing({ model }, expression.operand);
    case 'dimension':
      return dimensionsBehind(model, expression.member);
    default:
      return [];
  }
}

function dimensionsBehind(model: ModelIndex, id: MemberId): readonly Dimension[] {
  const { member } = resolveAlias(model, id, 'dimension');
  const shown = shownDimension(model, member);
  return [member, ...(shown ? dimensionsBehind(model, shown.member) : [])];
}

export type Effective =
  | { readonly ok: true; readonly granularity: Granularity }
  | { readonly ok: false; readonly crossing: readonly [Granularity, Granularity] };

/** Combines several granularities into a single one, unless the buckets of one cross those of another. */
export function effective([first, ...others]: readonly Granularity[]): Effective {
  if (first === undefined) throw new Error('a time without buckets comes down to none');
  let granularity = first;
  for (const other of others) {
    if (lies(granularity, other)) granularity = other;
    else if (!lies(other, granularity)) return { ok: false, crossing: [granularity, other] };
  }
  return { ok: true, granularity };
}

/** Whether every bucket of `fine` lies in one of `coarse`. */
export function lies(fine: Granularity, coarse: Granularity): boolean {
  const [inner, outer] = [bucketRule(fine), bucketRule(coarse)];
  return inner !== undefined && outer !== undefined && nests(inner, outer);
}
