import { type CubeName, type Join, type MemberId, originalOf, type Relationship } from '../../model/index.ts';
import { boundText, conditionText, expressionText, joinText, ruleText } from './explain.ts';
import { isMultiplied } from '../joins/fan-out.ts';
import { type ColumnId, type JoinCondition, lookupOf, type Plan, type QueryPlan, inputsOf, nodesOf } from '../plan.ts';
import type { PlanCondition, PlanExpression } from '../plan-expression.ts';

/** One pass over rows of cubes: what it reads, what it keeps and what it makes of it. Texts name members. */
export interface ExplainedPass {
  /** The sub-query dimension it is made for; absent: the answer itself. */
  readonly inside?: MemberId;
  /** The measures of several stages whose inner rows it gives, the outermost first. */
  readonly stageOf?: readonly MemberId[];
  /** Where the joins start: every row of this cube survives them. Absent: it takes what the passes before it gave. */
  readonly root?: CubeName;
  readonly joins: readonly ExplainedJoin[];
  /** Cubes whose rows may come more than once. */
  readonly multiplied: readonly CubeName[];
  /** The pass starts from the one before it, which found each key of this cube once in each group. */
  readonly afterKeysOf?: CubeName;
  /** Each row counts once for every such window it lies in. */
  readonly window?: string;
  readonly rowFilters: readonly string[];
  /** Absent: the rows are not grouped. */
  readonly groupedBy?: readonly string[];
  readonly measures: readonly { readonly member: MemberId; readonly function: string; readonly countsKeys: boolean }[];
}

interface ExplainedJoin {
  readonly from: CubeName;
  readonly to: CubeName;
  readonly relationship: Relationship;
}

export interface ExplainedPasses {
  /** In the order in which each needs those before it. */
  readonly passes: readonly ExplainedPass[];
  /** Filters on what the passes gave, put together. */
  readonly groupFilters: readonly string[];
}

export function explainPasses(plan: QueryPlan): ExplainedPasses {
  const walk = new Walk(columnMeanings(plan.root), measureColumns(plan.root));
  walk.above(plan.root, {});
  return { passes: walk.passes, groupFilters: walk.groupFilters };
}

/** What the rows of a pass are made of. */
interface Rows {
  root?: CubeName;
  readonly edges: Join[];
  readonly filters: string[];
  afterKeysOf?: CubeName;
  window?: string;
}

/** What the rows of a pass are for. */
type Purpose = Pick<ExplainedPass, 'inside' | 'stageOf'>;

function within(purpose: Purpose, made: readonly MemberId[]): Purpose {
  return made.length === 0 ? purpose : { ...purpose, stageOf: [...new Set([...(purpose.stageOf ?? []), ...made])] };
}

type Reached = Extract<JoinCondition, { kind: 'reached' }>;

class Walk {
  readonly passes: ExplainedPass[] = [];
  readonly groupFilters: string[] = [];
  readonly #meanings: ReadonlyMap<ColumnId, string>;
  readonly #measures: ReadonlyMap<ColumnId, MemberId>;

  constructor(meanings: ReadonlyMap<ColumnId, string>, measures: ReadonlyMap<ColumnId, MemberId>) {
    this.#meanings = meanings;
    this.#measures = measures;
  }

  /** Nodes over columns; the rows of cubes begin below an aggregate, or below the projection of an ungrouped query. */
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

  /** What was added up along time is read where each window ends. */
  #reached({ left, right }: Extract<Plan, { kind: 'join' }>, on: Reached, { inside }: Purpose): void {
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
    const rows: Rows = { edges: [], filters: [] };
    const own = aggregate?.take ?? [];
    const made = own.flatMap(({ measure, operand }) => (operand ? [measure] : []));
    this.#rows(input, rows, within(purpose, made));
    const { root, window } = rows;
    if (root === undefined && own.length === 0) return;
    const tree = root === undefined ? undefined : { root, edges: rows.edges };
    const cubes = tree ? [tree.root, ...tree.edges.map(({ to }) => to)] : [];
    // Parts of a measure that are added up again are no stages of it.
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

  #rows(plan: Plan, rows: Rows, purpose: Purpose): void {
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

  #join(plan: Extract<Plan, { kind: 'join' }>, rows: Rows, purpose: Purpose): void {
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

/** A rule is for those who may read policies; whoever asks is told that there is one. */
function filterText(where: PlanCondition, named: (text: string) => string): string {
  return where.kind === 'rule' ? `rows of ${where.of} that policies leave` : named(conditionText(where));
}

/** Whether rows of cubes come up without being grouped. */
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

/** What each column holds, in words: the member it came from. */
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

/** The measures that aggregates give. */
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
  // Columns are numbered, and what was made for the question has a sign; in quotes both are part of a value.
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|#(\d+)|~\w+/g, (whole, id: string | undefined) => {
    if (whole.startsWith('~')) return '';
    return id === undefined ? whole : (meanings.get(Number(id) as ColumnId) ?? whole);
  });
}
