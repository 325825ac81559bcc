import {
  cubeOf,
  everyPart,
  type Fragment,
  type Measure,
  type MeasureExpression,
  type Member,
  type MemberId,
  type ModelIndex,
  requireMeasure,
  requireMember,
  shadowOf,
  takesDates,
  touchedBy,
  type ValueType,
} from '../../model/index.ts';
import type { MemberMask } from '../../query/index.ts';
import { inSql } from './mask-dimension.ts';
import { maskSql } from './mask-sql.ts';
import { resolveAlias } from '../joins/requirement.ts';

/** A measure of which some groups show the real value: where it stands decides which of these it is. */
export interface ConditionalMeasure {
  /** Of a policy's cube or view. */
  readonly masked: MemberId;
  /** The cube's own member that is one or the other. */
  readonly member: MemberId;
  /** The real value. */
  readonly own: MemberId;
  readonly real: Measure;
  readonly conditional: Measure;
}

/**
 * The measure as its mask, and what it needs beside it. A constant is no aggregate: that it has the groups of its cube's
 * rows is seen to by an aggregate of nothing, its shape.
 */
export function maskMeasure(
  model: ModelIndex,
  mask: MemberMask,
  reads: readonly MemberId[] | undefined,
): { readonly made: readonly Member[]; readonly conditional: ConditionalMeasure | undefined } {
  const member = requireMeasure(model, mask.member);
  const { member: stored, path } = resolveAlias(model, mask.member, 'measure');
  const isOfView = stored.id !== member.id;
  const own = isOfView ? stored.id : shadowOf(member.id, 'own');
  const shown = isOfView ? shadowOf(stored.id, member.id) : member.id;
  const shape = shapeOf(model, stored, shown);
  const instead = shadowOf(stored.id, `mask_${member.id}`);
  const expression = maskExpression(model, stored.type, mask, shape.id);
  const masked: Measure = { ...stored, id: shown, expression };
  const made: readonly Member[] = [
    shape,
    masked,
    { ...masked, id: instead },
    isOfView ? { ...member, expression: { kind: 'alias', member: shown, path } } : { ...stored, id: own },
  ];
  if (!reads) return { made, conditional: undefined };
  const real = reference(own);
  const isOfNumbers = stored.type === 'number' && !takesDates(stored);
  const calculated = (sql: Fragment): Measure => ({ ...masked, expression: { kind: 'calculated', sql, filters: [] } });
  return {
    made,
    conditional: {
      masked: member.id,
      member: shown,
      own,
      real: calculated(real),
      conditional: calculated(inSql(real, reference(instead), mask, reads, isOfNumbers)),
    },
  };
}

function maskExpression(model: ModelIndex, type: ValueType, { mask }: MemberMask, shape: MemberId): MeasureExpression {
  if (mask?.kind === 'sql' && !isConstant(mask.sql)) {
    const kind = isCalculated(model, mask.sql) ? 'calculated' : 'raw-aggregate';
    return { kind, sql: mask.sql, filters: [] };
  }
  if (mask === undefined) return { kind: 'calculated', sql: reference(shape), filters: [] };
  const text = (one: string) => ({ kind: 'text', text: one }) as const;
  const parts = [text('COALESCE('), ...reference(shape).parts, text(', '), ...maskSql(type, mask).parts, text(')')];
  return { kind: 'calculated', sql: { parts }, filters: [] };
}

function reference(member: MemberId): Fragment {
  return { parts: [{ kind: 'member', member, path: [] }] };
}

/** Nothing, of the type of the measure, for every group that rows of its cube are in. */
function shapeOf(model: ModelIndex, stored: Measure, shown: MemberId): Measure {
  const isOfCube = (id: MemberId) => model.pieces.get(cubeOf(id))?.kind === 'cube';
  const host = [stored.id, ...touchedBy(model, [stored.id]).members].find(isOfCube) ?? stored.id;
  const sql: Fragment = { parts: [{ kind: 'constant', type: stored.type, value: null }] };
  return {
    ...stored,
    id: shadowOf(host, `shape_${shown}`),
    measureClass: 'distributive',
    expression: { kind: 'aggregate', function: 'max', sql, filters: [] },
  };
}

function isConstant({ parts }: Fragment): boolean {
  return parts.every((part) => part.kind === 'text' && !part.text.includes('('));
}

const aggregate =
  /\b(sum|count|avg|min|max|any_value|median|mode|list|array_agg|string_agg|percentile_\w+|stddev\w*|var\w*)\s*\(/i;

/** Made of finished measures alone, as `resolve-measure.ts` tells it of measures. */
function isCalculated(model: ModelIndex, sql: Fragment): boolean {
  const parts = everyPart(sql);
  const isOfMeasures = parts.every((part) =>
    part.kind === 'member' ? requireMember(model, part.member).kind === 'measure' : part.kind === 'text',
  );
  const hasAggregate = parts.some((part) => part.kind === 'text' && aggregate.test(part.text));
  return isOfMeasures && !hasAggregate && parts.some((part) => part.kind === 'member');
}
