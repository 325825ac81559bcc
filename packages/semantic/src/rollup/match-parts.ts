import type { PlanAggregate, QueryPlan } from '../plan/index.ts';
import { type Coverage, coverCondition, coverExpression } from './cover-condition.ts';
import type { Mismatch } from './mismatch.ts';
import type { Rollup } from './rollup.ts';
import { type GroupedRows, type UngroupedReading, rootsOf, rowsOfPlan } from './rows-of-plan.ts';

/**
 * The rule for measures that merge: every aggregate over rows of cubes in the plan is one over stored rows, and nothing
 * else is read from cubes. Stored rows with equal columns stand for exactly the same rows of cubes.
 *
 * @returns all reasons why not
 */
export function matchParts({ root, zone }: QueryPlan, rollup: Rollup): readonly Mismatch[] {
  const { groups, others } = rowsOfPlan(root);
  return [
    ...others.flatMap((other) => matchOther(other, rollup)),
    ...groups.flatMap((group) => matchGroup(group, rollup, { zone })),
  ];
}

function matchOther(other: UngroupedReading, { measures }: Rollup): readonly Mismatch[] {
  switch (other.kind) {
    case 'multiplied':
      return other.measures.map((member): Mismatch => {
        const stored = measures.find((one) => one.member === member);
        if (!stored) return { kind: 'measure', member };
        return { kind: stored.because === 'multiplied' ? 'multiplied-in-rollup' : 'multiplied-in-query', member };
      });
    case 'windows':
      return [{ kind: 'row-windows' }];
    case 'lookup':
      return [{ kind: 'computed-dimension' }];
    case 'shifted':
      return [{ kind: 'shifted-rows' }];
    case 'rows':
      return [{ kind: 'rows-one-by-one' }];
  }
}

function matchGroup(asked: GroupedRows, rollup: Rollup, { zone }: Pick<Coverage, 'zone'>): readonly Mismatch[] {
  const { columns } = rollup;
  const coverage: Coverage = { columns, conditions: asked.conditions, zone };
  return [
    ...asked.conditions.flatMap((condition) => coverCondition(condition, coverage)),
    ...asked.by.flatMap(({ expression }) => coverExpression(expression, coverage)),
    ...asked.take.flatMap((take) => matchMeasure(take, rollup)),
    ...matchRowsOfParts(asked, rollup),
  ];
}

/** Compares the rows with those of each part from which measures are taken; groups alone are the same in all parts. */
function matchRowsOfParts(asked: GroupedRows, { parts, plan }: Rollup): readonly Mismatch[] {
  if (parts.length === 0) {
    if (!rootsOf(plan.root).includes(asked.root)) return otherRoot;
    // Measures without a part of their own are refused by name.
    return asked.take.length > 0 ? [] : [{ kind: 'other-rows' }];
  }
  const taken = parts.filter(({ take }) => asked.take.some((one) => take.some((other) => isSame(one, other))));
  const compared = (taken.length > 0 ? taken : parts).map((part) => matchRows(asked, part));
  if (taken.length > 0) return compared.flat();
  return compared.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

const otherRoot: readonly Mismatch[] = [{ kind: 'other-root' }];

function isSame(one: PlanAggregate, other: PlanAggregate): boolean {
  return one.measure === other.measure;
}

/**
 * Whether two relations have the same rows with the same values. Joins are LEFT JOINs: one towards a single row neither
 * drops nor multiplies rows, so that only one relation may have it.
 */
function matchRows(asked: GroupedRows, stored: GroupedRows): readonly Mismatch[] {
  if (asked.root !== stored.root) return otherRoot;
  const known = new Map(stored.joins.map((join) => [join.to, join]));
  const wanted = new Map(asked.joins.map((join) => [join.to, join]));
  const found: Mismatch[] = [];
  for (const join of asked.joins) {
    const same = known.get(join.to);
    if (same && JSON.stringify(same) !== JSON.stringify(join)) found.push({ kind: 'other-path' });
    if (!same && join.relationship === 'one-to-many') found.push({ kind: 'join-missing' });
  }
  for (const join of stored.joins) {
    if (!wanted.has(join.to) && join.relationship === 'one-to-many') found.push({ kind: 'join-multiplies' });
  }
  return found;
}

function matchMeasure(asked: PlanAggregate, { measures, parts }: Rollup): readonly Mismatch[] {
  const { measure: member } = asked;
  const stored = measures.find((one) => one.member === member);
  if (!stored) return [{ kind: 'measure', member }];
  if (stored.because === 'multiplied') return [{ kind: 'multiplied-in-rollup', member }];
  if (stored.because) return [{ kind: stored.because, member }];
  if (asked.over === 'keys') return [{ kind: 'multiplied-in-query', member }];
  if (asked.moved !== undefined) return [{ kind: 'shifted-rows' }];
  if (asked.operand) return [{ kind: 'expression' }];
  const isAlike = parts.some(({ take }) =>
    take.some(
      (one) =>
        one.measure === member &&
        one.over === 'rows' &&
        one.function === asked.function &&
        one.mayBeUnmatched === asked.mayBeUnmatched,
    ),
  );
  return isAlike ? [] : [{ kind: 'other-rows' }];
}
