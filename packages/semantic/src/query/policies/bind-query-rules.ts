import { type Outcome, fail, problem, succeed } from '../../problem/index.ts';
import { applyQueryRules, type Restriction } from '../access/apply-query-rules.ts';
import type { QueryRules } from '../access/query-rule.ts';
import type { Binder } from '../binder.ts';
import type { RowRule } from '../query.ts';
import { placeOf } from './bind-row-rules.ts';
import type { LimitedReads } from './limit-query.ts';
import { bindPolicyRows } from './policy-rows.ts';
import type { Condition } from '../condition.ts';

/** The effect of a project's rules on a query. */
export interface Ruled {
  readonly rowRules: readonly RowRule[];
  readonly limit?: number;
}

/** Applies rules to a query that policies allow, in addition to the policies. */
export function bindQueryRules(binder: Binder, rules: QueryRules, reads: LimitedReads): Outcome<Ruled> {
  const verdict = applyQueryRules(rules, binder.model, reads.anywhere);
  switch (verdict.kind) {
    case 'refused':
      return fail(problem('query.refused-by-rule', { message: verdict.message }));
    case 'undecided':
      return fail(problem('query.undecided-rule', {}));
    case 'followed': {
      const rowRules = [...reads.anywhere.pieces].flatMap((of): RowRule[] => {
        const restriction = verdict.restrictions.get(of);
        return restriction ? [{ of, where: conditionOf(binder, restriction), ...placeOf(of, reads) }] : [];
      });
      return succeed({ rowRules, ...(verdict.limit === undefined ? {} : { limit: verdict.limit }) });
    }
  }
}

function conditionOf(binder: Binder, { filters, segments }: Restriction): Condition {
  const conditions: readonly Condition[] = [
    ...filters.map((filter) => bindPolicyRows(binder, [filter])),
    ...segments.map((member) => ({ kind: 'segment', member }) as const),
  ];
  const [only, ...others] = conditions;
  return only && others.length === 0 ? only : { kind: 'and', conditions };
}

/** Joins the rules of policies and project into one per cube and view. */
export function joinedRules(policies: readonly RowRule[], project: readonly RowRule[]): readonly RowRule[] {
  const rules = new Map(policies.map((rule) => [rule.of, rule]));
  for (const rule of project) {
    const known = rules.get(rule.of);
    const where: Condition = known ? { kind: 'and', conditions: [known.where, rule.where] } : rule.where;
    rules.set(rule.of, { ...rule, where });
  }
  return [...rules.values()];
}
