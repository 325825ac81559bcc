import { shownLiteral } from '@orrery/kernel';
import { type ColumnId, type Computed, columnsRead, sameScalar, type Scalar } from '../relation/index.ts';
import type { Expression, GroupItem, Select } from '../syntax/index.ts';
import { refusePlan, refuseUnsupported } from '../refusal.ts';
import { bindExpression } from './bind-expression.ts';
import { newColumn } from './binder.ts';
import { settled } from './coerce.ts';
import type { ExpressionContext } from './place.ts';
import { hasColumn } from './scope.ts';

export interface BoundGroups {
  readonly groups: readonly Computed<Scalar>[];
  /** Absent: one set of all groups. */
  readonly sets?: readonly (readonly number[])[];
}

/** The maximum number of grouping sets that CUBE and ROLLUP may make. */
const mostSets = 4_096;

/** @param computed columns of aggregates and windows, which no key may read. @returns undefined without GROUP BY */
export function bindGroups(
  place: ExpressionContext,
  { groupBy, isGroupByDistinct }: Extract<Select, { kind: 'select' }>,
  targets: readonly Computed<Scalar>[],
  computed: ReadonlySet<ColumnId>,
): BoundGroups | undefined {
  if (groupBy.length === 0) return undefined;
  const groups: Computed<Scalar>[] = [];
  const numberOf = (written: Expression): number => {
    const expression = keyOf(place, written, targets, computed);
    const known = groups.findIndex((group) => sameScalar(group.expression, expression));
    if (known >= 0) return known;
    const target = targets.find((item) => sameScalar(item.expression, expression));
    const name = target?.column.name ?? (written.kind === 'column' ? (written.names.at(-1)?.text ?? '') : 'group');
    groups.push({ column: newColumn(place.binder, name, expression.type), expression });
    return groups.length - 1;
  };
  const isPlain = groupBy.every(({ kind }) => kind === 'expression');
  // Several items are combined: every set of one with every set of the next.
  const sets = groupBy.map((item) => setsOf(item, numberOf)).reduce((all, some) => crossed(all, some), [[]]);
  if (isPlain) return { groups };
  const distinct = isGroupByDistinct ? [...new Map(sets.map((set) => [set.toSorted().join(), set])).values()] : sets;
  return { groups, sets: distinct };
}

function setsOf(item: GroupItem, numberOf: (written: Expression) => number): readonly (readonly number[])[] {
  if (item.kind === 'expression') {
    // In ROLLUP and CUBE, a row of expressions is one item.
    const { expression } = item;
    return [expression.kind === 'row' ? expression.items.map(numberOf) : [numberOf(expression)]];
  }
  const parts = item.items.map((one) => setsOf(one, numberOf));
  switch (item.kind) {
    case 'sets':
      return parts.length === 0 ? [[]] : parts.flat();
    case 'rollup':
      return [...parts.keys(), parts.length].toReversed().map((length) => merged(parts.slice(0, length)));
    case 'cube': {
      if (2 ** parts.length > mostSets) refuseSets();
      return Array.from({ length: 2 ** parts.length }, (_, bits) =>
        merged(parts.filter((__, index) => (bits & (1 << index)) === 0)),
      );
    }
  }
}

function merged(parts: readonly (readonly (readonly number[])[])[]): readonly number[] {
  return [...new Set(parts.flat(2))];
}

function crossed(all: readonly (readonly number[])[], some: readonly (readonly number[])[]) {
  if (all.length * some.length > mostSets) refuseSets();
  return all.flatMap((left) => some.map((right) => [...new Set([...left, ...right])]));
}

function refuseSets(): never {
  return refuseUnsupported('sql.too-many-sets', `GROUP BY may have ${mostSets} grouping sets`);
}

/** A position in the select list, the name of a column below, the name of a column of the list, or an expression. */
function keyOf(
  place: ExpressionContext,
  written: Expression,
  targets: readonly Computed<Scalar>[],
  computed: ReadonlySet<ColumnId>,
): Scalar {
  if (written.kind === 'number' && /^\d+$/.test(written.text)) {
    const target = targets[Number(written.text) - 1];
    return target ? withoutCalls(target, computed, written) : refusePosition('GROUP BY', written);
  }
  const [name, ...more] = written.kind === 'column' ? written.names : [];
  if (name && more.length === 0 && !hasColumn(place.scope, name.text)) {
    const target = targets.find(({ column }) => column.name.toLowerCase() === name.text.toLowerCase());
    if (target) return withoutCalls(target, computed, written);
  }
  return settled(bindExpression(place, written));
}

function withoutCalls(
  { expression }: Computed<Scalar>,
  computed: ReadonlySet<ColumnId>,
  { position }: Expression,
): Scalar {
  if (columnsRead(expression).some((id) => computed.has(id))) {
    refusePlan('sql.aggregate-place', 'aggregate functions are not allowed in GROUP BY', position);
  }
  return expression;
}

export function refusePosition(clause: string, { text, position }: Expression & { readonly kind: 'number' }): never {
  return refusePlan('sql.position', `${clause} position ${shownLiteral(text)} is not in select list`, position);
}
