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
  copyIdOf,
  takesDates,
  touchedBy,
  type ValueType,
} from '../../model/index.ts';
import type { MemberMask } from '../../query/index.ts';
import { inSql } from './mask-dimension.ts';
import { maskSql } from './mask-sql.ts';
import { resolveAlias } from '../joins/requirement.ts';

/** A measure whose real value some groups show; each grouping decides which value it uses. */
export interface ConditionalMeasure {
  /** The member in the policy's cube or view. */
  readonly masked: MemberId;
  /** The cube's own member, which is masked or not. */
  readonly member: MemberId;
  /** The member with the real value. */
  readonly own: MemberId;
  readonly real: Measure;
  readonly conditional: Measure;
}

/**
 * Replaces the measure by its mask, with the members this needs. A constant is no aggregate, so an aggregate that is
 * always NULL, its shape, supplies the groups of its cube's rows.
 */
export function maskMeasure(
  model: ModelIndex,
  mask: MemberMask,
  reads: readonly MemberId[] | undefined,
): { readonly made: readonly Member[]; readonly conditional: ConditionalMeasure | undefined } {
  const member = requireMeasure(model, mask.member);
  const { member: stored, path } = resolveAlias(model, mask.member, 'measure');
  const isOfView = stored.id !== member.id;
  const own = isOfView ? stored.id : copyIdOf(member.id, 'own');
  const shown = isOfView ? copyIdOf(stored.id, member.id) : member.id;
  const shape = shapeOf(model, stored, shown);
  const instead = copyIdOf(stored.id, `mask_${member.id}`);
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

/** Builds an aggregate that is NULL, of the measure's type, for every group with rows of its cube. */
function shapeOf(model: ModelIndex, stored: Measure, shown: MemberId): Measure {
  const isOfCube = (id: MemberId) => model.pieces.get(cubeOf(id))?.kind === 'cube';
  const host = [stored.id, ...touchedBy(model, [stored.id]).members].find(isOfCube) ?? stored.id;
  const sql: Fragment = { parts: [{ kind: 'constant', type: stored.type, value: null }] };
  return {
    ...stored,
    id: copyIdOf(host, `shape_${shown}`),
    measureClass: 'distributive',
    expression: { kind: 'aggregate', function: 'max', sql, filters: [] },
  };
}

function isConstant({ parts }: Fragment): boolean {
  return parts.every((part) => part.kind === 'text' && !part.text.includes('('));
}

const aggregate =
  /\b(sum|count|avg|min|max|any_value|median|mode|list|array_agg|string_agg|percentile_\w+|stddev\w*|var\w*)\s*\(/i;

/** Whether SQL consists only of finished measures, as `resolve-measure.ts` decides for measures. */
function isCalculated(model: ModelIndex, sql: Fragment): boolean {
  const parts = everyPart(sql);
  const isOfMeasures = parts.every((part) =>
    part.kind === 'member' ? requireMember(model, part.member).kind === 'measure' : part.kind === 'text',
  );
  const hasAggregate = parts.some((part) => part.kind === 'text' && aggregate.test(part.text));
  return isOfMeasures && !hasAggregate && parts.some((part) => part.kind === 'member');
}
