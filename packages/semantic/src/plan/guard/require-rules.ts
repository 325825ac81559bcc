import {
  type CubeName,
  isRealCopyId,
  isSameData,
  type Join,
  measuresInside,
  type MemberId,
  type ModelIndex,
  requireMember,
  touchedBy,
  unlimitedIdOf,
} from '../../model/index.ts';
import type { BoundQuery } from '../../query/index.ts';
import { lookupOf, type Plan, inputsOf } from '../plan.ts';
import type { PlanCondition } from '../plan-expression.ts';
import { type Rule, rulesOf } from './rules.ts';

/**
 * Checks in a finished plan that all rows of a cube with a rule have passed it, wherever they are read. The check is
 * independent: it shares only the data types with the planner.
 *
 * @param query with its rules over real values @param model model as the query sees it @param rules rules of the query,
 * for a caller who checks several plans of it @throws if a rule is missing, which is a bug of ours; the query must not be
 * answered then
 */
export function requireRules(
  plan: Plan,
  query: BoundQuery,
  model: ModelIndex,
  rules: readonly Rule[] = rulesOf(query, model),
): void {
  if (query.rowRules.length === 0) return;
  const wanted = new Map(rules.map(({ of, where }) => [of, where]));
  const own = query.rowRules.flatMap(({ of, isInside }) => (isInside ? [] : [of]));
  new Inspection(model, wanted, query.rowRules).plan(plan, new Set(own));
}

/** Cubes and views whose rules apply at this point. */
type RuleScope = ReadonlySet<CubeName>;

/** Rows of cubes, from their scans up to the node that groups or shows them. */
interface ScannedRows {
  readonly scanned: CubeName[];
  readonly edges: Join[];
  readonly rules: Set<CubeName>;
}

class Inspection {
  readonly #model: ModelIndex;
  readonly #wanted: ReadonlyMap<CubeName, PlanCondition>;
  readonly #rowRules: BoundQuery['rowRules'];
  readonly #found = new Map<CubeName, PlanCondition>();

  constructor(model: ModelIndex, wanted: ReadonlyMap<CubeName, PlanCondition>, rowRules: BoundQuery['rowRules']) {
    this.#model = model;
    this.#wanted = wanted;
    this.#rowRules = rowRules;
  }

  plan(plan: Plan, scope: RuleScope): void {
    if (holdsRows(plan)) this.#closed(this.#rows(plan, scope), scope);
    else for (const input of inputsOf(plan)) this.plan(input, scope);
  }

  #rows(plan: Plan, scope: RuleScope): ScannedRows {
    switch (plan.kind) {
      case 'scan':
        return { scanned: [plan.cube], edges: [], rules: new Set() };
      case 'filter': {
        const rows = this.#rows(plan.input, scope);
        if (plan.where.kind !== 'rule') return rows;
        const { of, where } = plan.where;
        const isLate = plan.input.kind === 'filter' && plan.input.where.kind !== 'rule';
        if (isLate) throw new Error(`rows of '${of}' are filtered before its rule`);
        this.#requireSame(of, where);
        return { ...rows, rules: new Set([...rows.rules, of]) };
      }
      case 'join':
        return this.#join(plan, scope);
      default:
        this.plan(plan, scope);
        return { scanned: [], edges: [], rules: new Set() };
    }
  }

  /** Compares each condition once: the parts of a plan share those of rules. */
  #requireSame(of: CubeName, where: PlanCondition): void {
    if (this.#found.get(of) === where) return;
    if (!isSameData(where, this.#wanted.get(of))) throw new Error(`the rule of '${of}' was changed`);
    this.#found.set(of, where);
  }

  #join({ left, right, on }: Extract<Plan, { kind: 'join' }>, scope: RuleScope): ScannedRows {
    if (on.kind === 'key' && !on.lookup) return this.#afterKeys(left, right, on.cube, scope);
    const rows = this.#rows(left, scope);
    const lookup = lookupOf(on);
    if (lookup) {
      this.plan(right, this.#inside(lookup.dimension, scope));
      return rows;
    }
    const joined = this.#rows(right, scope);
    // Below a join it would keep the row of the other side, without a match.
    if (joined.rules.size > 0) throw new Error('a rule stands below a join');
    return {
      scanned: [...rows.scanned, ...joined.scanned],
      edges: [...rows.edges, ...joined.edges, ...(on.kind === 'edge' ? [on.join] : [])],
      rules: rows.rules,
    };
  }

  /** Rows found by their keys have passed the same tests as the keys, as far as the same joins lead there. */
  #afterKeys(keyed: Plan, right: Plan, cube: CubeName, scope: RuleScope): ScannedRows {
    if (keyed.kind !== 'aggregate') throw new Error('keys are not grouped');
    const before = this.#rows(keyed.input, scope);
    this.#closed(before, scope);
    const rows = this.#rows(right, scope);
    const isSameJoin = (to: CubeName) => {
      const edge = rows.edges.find((one) => one.to === to);
      return before.edges.some((one) => isSameData(one, edge));
    };
    const passed = [...before.rules].filter((of) => of === cube || !rows.scanned.includes(of) || isSameJoin(of));
    return { ...rows, rules: new Set([...rows.rules, ...passed]) };
  }

  /** Reads inside a dimension are limited by the rules of the members its measures use, and of what joins bring in. */
  #inside(dimension: MemberId, scope: RuleScope): RuleScope {
    if (isRealCopyId(dimension)) return new Set();
    const { pieces } = touchedBy(this.#model, measuresInside(this.#model, dimension));
    const own = unlimitedIdOf(dimension);
    const joined = this.#rowRules.flatMap(({ of, joinedInside = [] }) => (joinedInside.includes(own) ? [of] : []));
    const touched = [...[...this.#wanted.keys()].filter((of) => pieces.has(of)), ...joined];
    const { expression } = requireMember(this.#model, dimension);
    return new Set(expression.kind === 'stage' ? [...scope, ...touched] : touched);
  }

  #closed({ scanned, rules }: ScannedRows, scope: RuleScope): void {
    for (const of of scope) {
      if (rules.has(of)) continue;
      const isView = this.#model.pieces.get(of)?.kind === 'view';
      if (scanned.includes(of) || (isView && scanned.length > 0))
        throw new Error(`rows of '${of}' are read past its rule`);
    }
  }
}

function holdsRows({ kind }: Plan): boolean {
  return kind === 'scan' || kind === 'filter' || kind === 'join';
}
