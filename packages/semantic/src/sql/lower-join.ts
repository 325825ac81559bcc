import { type Fragment, type FragmentPart, type ModelIndex, shownAs } from '../model/index.ts';
import { type JoinCondition, lookupOf, resolveAlias } from '../plan/index.ts';
import { columnOf, type SelectDraft, draftFrom } from './draft.ts';
import { lowerExpression } from './lower-expression.ts';
import { lowerFragment, lowerKey, lowerShownValue, type MemberContext, soleDimension } from './lower-member.ts';
import { type Lowering, memberContext } from './lowering.ts';
import { emptyScope, mergeScopes, type RowScope } from './row-scope.ts';
import { all, fragment, operator, type SqlRelation, type Sql } from './sql.ts';

export function lowerJoin(lowering: Lowering, left: SelectDraft, right: SelectDraft, on: JoinCondition): SelectDraft {
  if (right.where.length > 0) throw new Error('what filters the joined side would be lost');
  const columns = new Map([...left.columns, ...right.columns]);
  const scope = mergeScopes(left.scope, right.scope);
  const both = draftFrom(left.from, scope, columns);
  const from: SqlRelation = {
    kind: on.kind === 'window' || on.kind === 'reached' ? 'inner-join' : 'left-join',
    left: left.from,
    right: right.from,
    on: joinTest(lowering, { left, right, both }, on),
  };
  const lookups = lookupsOf(lowering, both, on);
  return {
    ...draftFrom(from, mergeScopes(scope, { ...emptyScope, lookups }), columns),
    where: left.where,
    rules: left.rules,
  };
}

function joinTest(
  lowering: Lowering,
  { left, right, both }: { readonly left: SelectDraft; readonly right: SelectDraft; readonly both: SelectDraft },
  on: JoinCondition,
): Sql {
  const context = memberContext(lowering, both);
  switch (on.kind) {
    case 'edge':
      return lowerJoinSql(context, on.join.sql);
    case 'match':
      return all(
        on.pairs.map(({ left: value, right: found, type }): Sql => {
          const [one, other] = [lowerExpression(context, both, value), columnOf(both, found)];
          return { kind: 'same', left: one, right: other, type };
        }),
      );
    case 'key': {
      const keys = lowerKey(context, on.cube);
      return all(
        on.pairs.map(({ column }, index) => operator('=', columnOf(both, column), keys[index] ?? { kind: 'null' })),
      );
    }
    case 'window': {
      const time = lowerExpression(context, both, on.time);
      const tests = [
        ...(on.from === undefined ? [] : [operator('>=', time, columnOf(both, on.from))]),
        ...(on.to === undefined ? [] : [operator('<', time, columnOf(both, on.to))]),
      ];
      // A time that is missing lies in no window, not even in one without ends.
      return tests.length > 0 ? all(tests) : { kind: 'null-test', operand: time, isNegated: true };
    }
    case 'reached': {
      const [step, next, bound] = [columnOf(both, on.step), columnOf(both, on.next), columnOf(both, on.bound)];
      return all([
        ...(on.since ? [operator('=', columnOf(both, on.since.left), columnOf(both, on.since.right))] : []),
        ...(on.isBackwards
          ? [operator('>=', step, bound), operator('<', next, bound)]
          : [operator('<', step, bound), operator('>=', next, bound)]),
      ]);
    }
    case 'day': {
      const [joined, next] = [memberContext(lowering, left), memberContext(lowering, right)];
      return all(
        on.pairs.map((pair) =>
          operator('=', lowerExpression(joined, left, pair.left), lowerExpression(next, right, pair.right)),
        ),
      );
    }
    case 'bucket':
      return operator('=', columnOf(both, on.series), columnOf(both, on.rolled));
  }
}

function lookupsOf(lowering: Lowering, both: SelectDraft, on: JoinCondition): RowScope['lookups'] {
  const lookup = lookupOf(on);
  if (!lookup) return new Map();
  const context = memberContext(lowering, both);
  const measures = lookup.measures.map(
    ({ member, expression }) => [member, lowerExpression(context, both, expression)] as const,
  );
  return new Map([[lookup.dimension, { measures: new Map(measures), needsRow: lookup.needsRow }]]);
}

/** Lowers the condition of a join: a text that equals what is stored as no text equals its text. */
function lowerJoinSql(context: MemberContext, sql: Fragment): Sql {
  const { parts } = sql;
  const isEquality = parts.map((part, index): boolean => {
    if (part.kind !== 'text' || !/^\s*=\s*$/.test(part.text)) return false;
    const sides = [parts[index - 1], parts[index + 1]].map((side) => side && storedAsText(context.model, side));
    return sides.includes(true) && sides.includes(false);
  });
  if (!isEquality.includes(true)) return lowerFragment(context, sql);
  return fragment(
    ...parts.map((part, index) => {
      if (part.kind === 'text') return part.text;
      const isSide = isEquality[index - 1] === true || isEquality[index + 1] === true;
      return isSide ? lowerShownValue(context, { parts: [part] }) : lowerFragment(context, { parts: [part] });
    }),
  );
}

/** Whether a dimension of type string is stored as a text; `undefined` for anything else. */
function storedAsText(model: ModelIndex, part: FragmentPart): boolean | undefined {
  const id = soleDimension(model, { parts: [part] });
  const member = id === undefined ? undefined : resolveAlias(model, id, 'dimension').member;
  return member?.type === 'string' ? shownAs(model, member.id) === undefined : undefined;
}
