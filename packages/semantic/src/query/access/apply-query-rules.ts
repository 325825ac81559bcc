import type { CubeName, MemberId, ModelFilter, ModelIndex } from '../../model/index.ts';
import { cubesOf, queryRuleFault } from './check-query-rule.ts';
import { evaluateTerm, isTrue } from './evaluate-term.ts';
import { fillFilter } from './judge-policy.ts';
import type { QueryRule, QueryRules } from './query-rule.ts';

/** The members and pieces that a query reads. */
export interface QueryReads {
  readonly members: ReadonlySet<string>;
  readonly pieces: ReadonlySet<string>;
}

/** Row filters that rules put on one cube or view, joined with AND. */
export interface Restriction {
  readonly filters: readonly ModelFilter[];
  readonly segments: readonly MemberId[];
}

export type RulesVerdict =
  | { readonly kind: 'refused'; readonly rule: QueryRule; readonly message: string }
  /** The rule cannot be decided; the reason is for administrators. */
  | { readonly kind: 'undecided'; readonly rule: QueryRule; readonly reason: string }
  | {
      readonly kind: 'followed';
      readonly restrictions: ReadonlyMap<CubeName, Restriction>;
      readonly limit?: number;
      /** Rules that act on the query. */
      readonly acting: readonly QueryRule[];
    };

/** Applies the rules in order; a refusal wins over an undecidable rule only when it comes first. */
export function applyQueryRules({ rules, caller }: QueryRules, model: ModelIndex, reads: QueryReads): RulesVerdict {
  const restrictions = new Map<CubeName, { readonly filters: ModelFilter[]; readonly segments: MemberId[] }>();
  const acting: QueryRule[] = [];
  let limit: number | undefined;
  const of = (piece: CubeName) => {
    const known = restrictions.get(piece) ?? { filters: [], segments: [] };
    restrictions.set(piece, known);
    return known;
  };
  for (const rule of rules) {
    const fault = queryRuleFault(rule, model);
    if (fault !== undefined) return { kind: 'undecided', rule, reason: fault };
    if (!concerns(rule, reads)) continue;
    const holds = conditionsOf(rule, caller);
    if (typeof holds === 'string') return { kind: 'undecided', rule, reason: holds };
    if (!holds) continue;
    if (rule.refuse !== undefined) return { kind: 'refused', rule, message: rule.refuse };
    for (const filter of rule.filters) {
      const filled = fillFilter(filter, caller, model);
      if (typeof filled === 'string') return { kind: 'undecided', rule, reason: filled };
      for (const piece of cubesOf(filter)) of(piece).filters.push(filled);
    }
    for (const id of rule.segments) of(id.slice(0, id.indexOf('.'))).segments.push(id);
    if (rule.limit !== undefined) limit = Math.min(limit ?? rule.limit, rule.limit);
    acting.push(rule);
  }
  return { kind: 'followed', restrictions, acting, ...(limit === undefined ? {} : { limit }) };
}

/** Applies one rule to a caller, for a query that it concerns. */
export function judgeQueryRule(rule: QueryRule, caller: QueryRules['caller'], model: ModelIndex): RulesVerdict {
  const touches = new Set(rule.touches ?? []);
  return applyQueryRules({ rules: [rule], caller }, model, { members: touches, pieces: touches });
}

function concerns({ touches }: QueryRule, { members, pieces }: QueryReads): boolean {
  return touches === undefined || touches.some((name) => members.has(name) || pieces.has(name));
}

/** Evaluates conditions like those of policies, with one difference: a failure is reported. */
function conditionsOf({ conditions }: QueryRule, caller: QueryRules['caller']): boolean | string {
  for (const [index, { source, expression }] of conditions.entries()) {
    const result = evaluateTerm(expression, caller);
    if (!result.ok) return `condition ${source} fails: ${result.reason}`;
    if (index > 0 && typeof result.value !== 'boolean') return `condition ${source} is neither true nor false`;
    if (!isTrue(result.value)) return false;
  }
  return true;
}
