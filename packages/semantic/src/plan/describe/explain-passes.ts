import { type CubeName, type Join, type MemberId, originalOf, type Relationship } from '../../model/index.ts';
import { boundText, conditionText, expressionText, joinText, ruleText } from './explain.ts';
import { isMultiplied } from '../joins/join-tree.ts';
import { type ColumnId, type JoinCondition, lookupOf, type Plan, type QueryPlan, inputsOf, nodesOf } from '../plan.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

/** One pass over rows of cubes: its inputs, filters and results. Texts name members. */
export interface ExplainedPass {
  /** The sub-query dimension it computes; absent for the answer itself. */
  readonly inside?: MemberId;
  /** The multi-stage measures whose inner rows it computes, the outermost first. */
  readonly stageOf?: readonly MemberId[];
  /** First cube of the joins: all its rows survive them. Absent when the pass reads results of earlier passes. */
  readonly root?: CubeName;
  readonly joins: readonly ExplainedJoin[];
  /** Cubes whose rows may be repeated. */
  readonly multiplied: readonly CubeName[];
  /** The pass starts from the previous one, which found each key of this cube once in each group. */
  readonly afterKeysOf?: CubeName;
  /** The window; each row counts once for every window it lies in. */
  readonly window?: string;
  readonly rowFilters: readonly string[];
  /** Absent when the rows are not grouped. */
  readonly groupedBy?: readonly string[];
  readonly measures: readonly { readonly member: MemberId; readonly function: string; readonly countsKeys: boolean }[];
}

interface ExplainedJoin {
  readonly from: CubeName;
  readonly to: CubeName;
  readonly relationship: Relationship;
}

export interface ExplainedPasses {
  /** Passes, each after those it needs. */
  readonly passes: readonly ExplainedPass[];
  /** Filters on the combined results of the passes. */
  readonly groupFilters: readonly string[];
}

export function explainPasses(plan: QueryPlan): ExplainedPasses {
  const walk = new Walk(columnMeanings(plan.root), measureColumns(plan.root));
  walk.above(plan.root, {});
  return { passes: walk.passes, groupFilters: walk.groupFilters };
}

/** The inputs of a pass's rows. */
interface PassInputs {
  root?: CubeName;
  readonly edges: Join[];
  readonly filters: string[];
  afterKeysOf?: CubeName;
  window?: string;
}

/** The purpose of a pass's rows. */
type Purpose = Pick<ExplainedPass, 'inside' | 'stageOf'>;

function within(purpose: Purpose, made: readonly MemberId[]): Purpose {
  return made.length === 0 ? purpose : { ...purpose, stageOf: [...new Set([...(purpose.stageOf ?? []), ...made])] };
}

type ReachedJoin = Extract<JoinCondition, { kind: 'reached' }>;

class Walk {
  readonly passes: ExplainedPass[] = [];
  readonly groupFilters: string[] = [];
  readonly #meanings: ReadonlyMap<ColumnId, string>;
  readonly #measures: ReadonlyMap<ColumnId, MemberId>;

  constructor(meanings: ReadonlyMap<ColumnId, string>, measures: ReadonlyMap<ColumnId, MemberId>) {
    this.#meanings = meanings;
    this.#measures = measures;
  }

  /**
   * Visits nodes over columns; rows of cubes begin below an aggregate, or below the projection of an ungrouped query.
   */
  above(plan: Plan, purpose: Purpose): void {
    if (plan.kind === 'aggregate') return this.#pass(plan.input, plan, purpose);
    if (readsRows(plan)) return this.#pass(plan, undefined, purpose);
    if (plan.kind === 'filter') {
      if (purpose.inside === undefined) this.groupFilters.push(this.#named(conditionText(plan.where)));
    }
    const made = plan.kind === 'project' ? plan.take.flatMap(({ measure }) => measure ?? []) : [];
    const beneath = within(purpose, made);
    for (const input of inputsOf(plan)) this.above(input, beneath);
    if (plan.kind === 'join' && plan.on.kind === 'reached') this.#reached(plan, plan.on, purpose);
  }

  /** Values added up along time are read at the end of each window. */
  #reached({ left, right }: Extract<Plan, { kind: 'join' }>, on: ReachedJoin, { inside }: Purpose): void {
    if (left.kind !== 'accumulate' || right.kind !== 'series') return;
    const column = (id: ColumnId): PlanExpression => ({ kind: 'column', column: id });
    const [from, to] = on.isBackwards ? [on.bound, undefined] : [on.since?.right, on.bound];
    const groups = left.within.map((group) => group.column).filter((id) => id !== on.since?.left);
    const window = {
      kind: 'window',
      time: column(on.step),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    } as const;
    this.passes.push({
      ...(inside === undefined ? {} : { inside }),
      joins: [],
      multiplied: [],
      window: this.#named(joinText(window)),
      rowFilters: [],
      groupedBy: [right.bucket, ...groups].map((id) => this.#text(column(id))),
      measures: left.take.flatMap(({ from: part, function: name }) => {
        const member = this.#measures.get(part);
        return member === undefined ? [] : [{ member, function: name, countsKeys: false }];
      }),
    });
  }

  #pass(input: Plan, aggregate: Extract<Plan, { kind: 'aggregate' }> | undefined, purpose: Purpose): void {
    const { inside } = purpose;
    const rows: PassInputs = { edges: [], filters: [] };
    const own = aggregate?.take ?? [];
    const made = own.flatMap(({ measure, operand }) => (operand ? [measure] : []));
    this.#rows(input, rows, within(purpose, made));
    const { root, window } = rows;
    if (root === undefined && own.length === 0) return;
    const tree = root === undefined ? undefined : { root, edges: rows.edges };
    const cubes = tree ? [tree.root, ...tree.edges.map(({ to }) => to)] : [];
    // Parts of a measure that are added up again are not stages of it.
    const stageOf = purpose.stageOf?.filter((stage) => own.every(({ measure }) => measure !== stage)) ?? [];
    this.passes.push({
      ...(inside === undefined ? {} : { inside }),
      ...(stageOf.length > 0 ? { stageOf } : {}),
      ...(root === undefined ? {} : { root }),
      joins: rows.edges.map(({ from, to, relationship }) => ({ from, to, relationship })),
      multiplied: tree ? cubes.filter((cube) => isMultiplied(tree, cube)) : [],
      ...(rows.afterKeysOf === undefined ? {} : { afterKeysOf: rows.afterKeysOf }),
      ...(window === undefined ? {} : { window }),
      rowFilters: rows.filters,
      ...(aggregate ? { groupedBy: aggregate.by.map(({ expression }) => this.#text(expression)) } : {}),
      measures: (aggregate?.take ?? []).map((take) => ({
        member: originalOf(take.measure),
        function: take.function,
        countsKeys: take.over === 'keys',
      })),
    });
  }

  #rows(plan: Plan, rows: PassInputs, purpose: Purpose): void {
    switch (plan.kind) {
      case 'scan':
        rows.root ??= plan.cube;
        return;
      case 'filter':
        this.#rows(plan.input, rows, purpose);
        rows.filters.push(filterText(plan.where, (text) => this.#named(text)));
        return;
      case 'join':
        return this.#join(plan, rows, purpose);
      default:
        return this.above(plan, purpose);
    }
  }

  #join(plan: Extract<Plan, { kind: 'join' }>, rows: PassInputs, purpose: Purpose): void {
    const { on } = plan;
    const lookup = lookupOf(on);
    this.#rows(plan.left, rows, purpose);
    if (on.kind === 'edge') rows.edges.push(on.join);
    else if (lookup) this.above(plan.right, { inside: lookup.dimension });
    else if (on.kind === 'key') {
      rows.afterKeysOf = on.cube;
      this.#rows(plan.right, rows, purpose);
    } else {
      if (on.kind === 'window') rows.window = this.#named(joinText(on));
      this.above(plan.right, purpose);
    }
  }

  #text(expression: PlanExpression): string {
    return this.#named(expressionText(expression));
  }

  #named(text: string): string {
    return withMeanings(text, this.#meanings);
  }
}

/** Formats a filter. Only users who may read policies see a rule; others see only that one exists. */
function filterText(where: PlanCondition, named: (text: string) => string): string {
  return where.kind === 'rule' ? `rows of ${where.of} that policies leave` : named(conditionText(where));
}

/** Whether rows of cubes are returned without grouping. */
function readsRows(plan: Plan): boolean {
  switch (plan.kind) {
    case 'scan':
      return true;
    case 'filter':
      return readsRows(plan.input);
    case 'join':
      return readsRows(plan.left) || readsRows(plan.right);
    default:
      return false;
  }
}

/** Describes each column in words: the member it came from. */
function columnMeanings(root: Plan): ReadonlyMap<ColumnId, string> {
  const meanings = new Map<ColumnId, string>();
  for (const plan of nodesOf(root)) {
    if (plan.kind === 'aggregate' || plan.kind === 'project') {
      const columns = plan.kind === 'aggregate' ? plan.by : plan.take;
      for (const { column, expression } of columns)
        meanings.set(column, withMeanings(expressionText(expression), meanings));
      if (plan.kind === 'project') {
        for (const { column, measure } of plan.take) if (measure !== undefined) meanings.set(column, measure);
      }
    }
    if (plan.kind === 'series') {
      const { extent } = plan;
      const ends =
        extent.kind === 'data'
          ? ([
              [extent.first, 'the first bucket'],
              [extent.last, 'the last bucket'],
            ] as const)
          : [];
      for (const [column, text] of ends) meanings.set(column, text);
      meanings.set(plan.bucket, `each bucket of ${ruleText(plan.rule)}`);
      for (const { column, bound } of plan.bounds) meanings.set(column, boundText(bound));
    }
    if (plan.kind === 'aggregate') for (const { column, measure } of plan.take) meanings.set(column, measure);
    if (plan.kind === 'values') {
      plan.columns.forEach((column, index) => {
        const texts = new Set(plan.rows.map((row) => row[index]));
        meanings.set(column, `each of ${JSON.stringify([...texts])}`);
      });
    }
    if (plan.kind === 'accumulate') {
      for (const { column, from } of plan.take) meanings.set(column, meaningOf(from, meanings));
    }
    if (plan.kind === 'combine') {
      for (const { column, from } of plan.by) meanings.set(column, meaningOf(from[0], meanings));
      for (const { column, from } of plan.take) meanings.set(column, meaningOf(from, meanings));
    }
  }
  return meanings;
}

/** Measures computed by aggregates, by column. */
function measureColumns(root: Plan): ReadonlyMap<ColumnId, MemberId> {
  const measures = new Map<ColumnId, MemberId>();
  for (const plan of nodesOf(root)) {
    if (plan.kind === 'aggregate') for (const { column, measure } of plan.take) measures.set(column, measure);
  }
  return measures;
}

function meaningOf(column: ColumnId | undefined, meanings: ReadonlyMap<ColumnId, string>): string {
  return (column !== undefined && meanings.get(column)) || 'a column';
}

function withMeanings(text: string, meanings: ReadonlyMap<ColumnId, string>): string {
  // Replaces column numbers and the sign of members made for the query; inside quotes both belong to a value.
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|#(\d+)|~\w+/g, (whole, id: string | undefined) => {
    if (whole.startsWith('~')) return '';
    return id === undefined ? whole : (meanings.get(Number(id) as ColumnId) ?? whole);
  });
}
