import {
  type CubeName,
  everyPart,
  type Fragment,
  fragmentsOf,
  granularitySql,
  type MemberId,
  type ModelIndex,
  requireCube,
  requireMember,
} from '../../model/index.ts';
import type { RequestedCondition } from '../rows/requested-condition.ts';
import { type JoinCondition, lookupOf, type Plan, expressionsOf, inputsOf } from '../plan.ts';
import { referredGranularity, resolveAlias } from '../joins/requirement.ts';
import { membersNamedIn } from '../../query/index.ts';
import { type PlanExpression, expressionsIn, fragmentsIn } from '../plan-expression.ts';

/** Parts of the model that a plan uses. */
export interface PlanReading {
  /** Every cube whose rows it reads: those it scans, and those whose source its SQL contains. */
  readonly cubes: ReadonlySet<CubeName>;
  readonly fragments: ReadonlySet<Fragment>;
  /** Every test on the rows of some cube. */
  readonly requested: ReadonlySet<RequestedCondition>;
}

/** @param model with the members made for the query */
export function readingOf(plan: Plan, model: ModelIndex): PlanReading {
  const reading = new ReadParts(model);
  reading.plan(plan);
  return reading;
}

class ReadParts implements PlanReading {
  readonly cubes = new Set<CubeName>();
  readonly fragments = new Set<Fragment>();
  readonly requested = new Set<RequestedCondition>();
  private readonly model: ModelIndex;
  private readonly members = new Set<MemberId>();

  constructor(model: ModelIndex) {
    this.model = model;
  }

  plan(plan: Plan): void {
    if (plan.kind === 'scan') {
      this.cube(plan.cube);
      for (const one of plan.requested) this.requested.add(one);
    }
    if (plan.kind === 'join') this.join(plan.on);
    if (plan.kind === 'aggregate')
      for (const { measure, moved = measure, operand } of plan.take) if (!operand) this.member(moved);
    if (plan.kind === 'filter') for (const member of membersNamedIn(plan.where)) this.member(member);
    for (const expression of expressionsOf(plan)) this.expression(expression);
    for (const input of inputsOf(plan)) this.plan(input);
  }

  private cube(name: CubeName): void {
    if (this.cubes.has(name)) return;
    this.cubes.add(name);
    const { source, primaryKey } = requireCube(this.model, name);
    this.fragment(source.kind === 'table' ? source.table : source.sql);
    // The key tells whether a cube has a part in a row.
    for (const member of primaryKey) this.member(member);
  }

  private member(id: MemberId): void {
    if (this.members.has(id)) return;
    this.members.add(id);
    const { member } = resolveAlias(this.model, id, requireMember(this.model, id).kind);
    for (const sql of fragmentsOf(member)) this.fragment(sql);
  }

  private fragment(sql: Fragment): void {
    this.fragments.add(sql);
    for (const part of everyPart(sql)) {
      if (part.kind === 'source') this.cube(part.cube);
      else if (part.kind === 'mask-test') for (const member of part.reads) this.member(member);
      else if (part.kind === 'member') {
        this.member(part.member);
        const sql = part.granularity === undefined ? undefined : granularitySql(referredGranularity(this.model, part));
        if (sql) this.fragment(sql);
      }
    }
  }

  private join(on: JoinCondition): void {
    if (on.kind === 'edge') this.fragment(on.join.sql);
    const lookup = lookupOf(on);
    if (lookup) this.member(lookup.dimension);
  }

  private expression(expression: PlanExpression): void {
    if (expression.kind === 'dimension' || expression.kind === 'row-measure') this.member(expression.member);
    for (const sql of fragmentsIn(expression)) this.fragment(sql);
    for (const inner of expressionsIn(expression)) this.expression(inner);
  }
}
