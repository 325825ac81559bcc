import {
  type CustomGranularity,
  type Dimension,
  type DimensionExpression,
  type Fragment,
  type Member,
  type MemberId,
  type ModelIndex,
  requireDimension,
  copyIdOf,
} from '../../model/index.ts';
import type { MemberMask } from '../../query/index.ts';
import { maskSql } from './mask-sql.ts';
import { resolveAlias } from '../joins/requirement.ts';

/**
 * Replaces the dimension by its mask, with the members this needs.
 *
 * @param reads members that tell which rows show the real value; absent when none do
 */
export function maskDimension(
  model: ModelIndex,
  mask: MemberMask,
  reads: readonly MemberId[] | undefined,
): readonly Member[] {
  const member = requireDimension(model, mask.member);
  const { member: stored, path } = resolveAlias(model, mask.member, 'dimension');
  // The values of a switch are in the model; there is no row to test.
  const test = stored.expression.kind === 'switch' ? undefined : reads;
  if (stored.id === member.id) {
    const own = copyIdOf(member.id, 'own');
    return [
      { ...member, id: own },
      { ...member, ...masked(member, mask, own, test) },
    ];
  }
  // A view's mask covers the value the cube shows, which may be a mask as well.
  const shown = copyIdOf(stored.id, member.id);
  return [
    { ...stored, id: shown, ...masked(stored, mask, stored.id, test) },
    { ...member, expression: { kind: 'alias', member: shown, path } },
  ];
}

function masked(
  { type, granularities }: Dimension,
  mask: MemberMask,
  own: MemberId,
  reads: readonly MemberId[] | undefined,
): Pick<Dimension, 'expression' | 'granularities'> {
  const instead = maskSql(type, mask.mask);
  const expression = shownOrMasked({ parts: [{ kind: 'member', member: own, path: [] }] }, instead, mask, reads);
  return { expression, ...(granularities ? { granularities: granularities.map(maskedGranularity) } : {}) };

  /** A calendar's buckets come from columns of their own. */
  function maskedGranularity(granularity: CustomGranularity): CustomGranularity {
    const { buckets } = granularity;
    if (buckets.kind !== 'sql') return granularity;
    return { ...granularity, buckets: { kind: 'sql', sql: inSql(buckets.sql, instead, mask, reads, false) } };
  }
}

function shownOrMasked(
  real: Fragment,
  instead: Fragment,
  mask: MemberMask,
  reads: readonly MemberId[] | undefined,
): DimensionExpression {
  if (!reads) return { kind: 'sql', sql: instead };
  return {
    kind: 'case',
    when: [
      {
        condition: { parts: [{ kind: 'mask-test', of: mask.member, reads }] },
        label: { kind: 'sql', sql: real },
      },
    ],
    otherwise: { kind: 'sql', sql: instead },
  };
}

/** Writes the same as one piece of SQL. */
export function inSql(
  real: Fragment,
  instead: Fragment,
  mask: MemberMask,
  reads: readonly MemberId[] | undefined,
  isOfNumbers: boolean,
): Fragment {
  if (!reads) return instead;
  const test: Fragment = { parts: [{ kind: 'mask-test', of: mask.member, reads }] };
  return { parts: [{ kind: 'mask-choice', test, real, instead, isOfNumbers }] };
}
