import { everyPart } from '../../model/facts/every-part.ts';
import { fragmentsOf } from '../../model/facts/fragments-of.ts';
import { type ModelIndex, requireCube, requireMember } from '../../model/model-index.ts';
import type { CubeName, Fragment, MemberId } from '../../model/model.ts';
import type { AskedCondition } from '../rows/asked-condition.ts';
import {
  type JoinCondition,
  lookupOf,
  mapInputs,
  type Plan,
  type PlanExpression,
  type QueryPlan,
  type PlanCondition,
} from '../plan.ts';
import { granularitySql, referredGranularity, resolveAlias } from '../joins/requirement.ts';
import { membersNamedIn, operandsIn } from '../../query/condition.ts';

/** Every cube whose rows a plan reads: those it scans, and those whose source stands in SQL that it uses. */
export function cubesRead(plan: QueryPlan, model: ModelIndex): ReadonlySet<CubeName> {
  return readingOf(plan, model).cubes;
}

/** Everything of the model that a plan uses. */
export interface PlanReading {
  readonly cubes: ReadonlySet<CubeName>;
  readonly fragments: ReadonlySet<Fragment>;
  /** Every test that the rows of some cube have to pass. */
  readonly asked: ReadonlySet<AskedCondition>;
}

export function readingOf(plan: QueryPlan, model: ModelIndex): PlanReading {
  const reading = new Reading(plan.index ?? model);
  reading.plan(plan.root);
  return reading;
}

class Reading implements PlanReading {
  readonly cubes = new Set<CubeName>();
  readonly fragments = new Set<Fragment>();
  readonly asked = new Set<AskedCondition>();
  private readonly model: ModelIndex;
  private readonly members = new Set<MemberId>();

  constructor(model: ModelIndex) {
    this.model = model;
  }

  plan(plan: Plan): void {
    switch (plan.kind) {
      case 'scan':
        this.cube(plan.cube);
        for (const one of plan.asked) this.asked.add(one);
        break;
      case 'join':
        this.join(plan.on);
        break;
      case 'filter':
        this.condition(plan.where);
        break;
      case 'aggregate':
        for (const { expression } of plan.by) this.expression(expression);
        for (const { measure, operand } of plan.take) {
          if (operand) this.expression(operand);
          else this.member(measure);
        }
        break;
      case 'project':
        for (const { expression } of plan.take) this.expression(expression);
        break;
      case 'accumulate':
        for (const { expression } of plan.within) this.expression(expression);
        break;
      case 'values':
      case 'combine':
      case 'series':
      case 'sort':
      case 'limit':
      case 'count':
        break;
    }
    mapInputs(plan, (input) => {
      this.plan(input);
      return input;
    });
  }

  private cube(name: CubeName): void {
    if (this.cubes.has(name)) return;
    this.cubes.add(name);
    const { source, primaryKey } = requireCube(this.model, name);
    this.fragment(source.kind === 'table' ? source.table : source.sql);
    // Whether a cube took part in a row is told by its key.
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
    else if (on.kind === 'match') {
      for (const { left } of on.pairs) this.expression(left);
    } else if (on.kind === 'window') this.expression(on.time);
    const lookup = lookupOf(on);
    if (lookup) this.member(lookup.dimension);
  }

  private condition(condition: PlanCondition): void {
    for (const member of membersNamedIn(condition)) this.member(member);
    for (const operand of operandsIn(condition)) this.expression(operand);
  }

  private expression(expression: PlanExpression): void {
    switch (expression.kind) {
      case 'dimension':
      case 'row-measure':
        this.member(expression.member);
        return;
      case 'bucket': {
        this.expression(expression.operand);
        const sql = granularitySql(expression.granularity);
        if (sql) this.fragment(sql);
        return;
      }
      case 'local-time':
      case 'shifted':
      case 'sum-over-groups':
      case 'or-zero':
        this.expression(expression.operand);
        return;
      case 'call':
        for (const argument of expression.arguments) this.expression(argument);
        return;
      case 'calculated':
        for (const sql of [expression.sql, ...expression.filters]) this.fragment(sql);
        return;
      case 'choice':
        for (const { expression: branch } of expression.when) this.expression(branch);
        if (expression.otherwise) this.expression(expression.otherwise);
        return;
      case 'rank':
        for (const { expression: key } of expression.by) this.expression(key);
        return;
      case 'column':
      case 'value':
        return;
    }
  }
}
