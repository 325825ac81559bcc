import type { CubeName, Join, MemberId, Relationship } from '../model/model.ts';
import { boundText, conditionText, expressionText, joinText, ruleText } from './explain.ts';
import { isMultiplied } from './fan-out.ts';
import { type ColumnId, lookupOf, mapInputs, type Plan, type PlanExpression, type QueryPlan } from './plan.ts';

/** One pass over rows of cubes: what it reads, what it keeps and what it makes of it. Texts name members. */
export interface ExplainedPass {
  /** The sub-query dimension it is made for; absent: the answer itself. */
  readonly inside?: MemberId;
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

export interface ExplainedJoin {
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
  const walk = new Walk(columnMeanings(plan.root));
  walk.above(plan.root, undefined);
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

class Walk {
  readonly passes: ExplainedPass[] = [];
  readonly groupFilters: string[] = [];
  readonly #meanings: ReadonlyMap<ColumnId, string>;

  constructor(meanings: ReadonlyMap<ColumnId, string>) {
    this.#meanings = meanings;
  }

  /** Nodes over columns; the rows of cubes begin below an aggregate, or below the projection of an ungrouped query. */
  above(plan: Plan, inside: MemberId | undefined): void {
    if (plan.kind === 'aggregate') return this.#pass(plan.input, plan, inside);
    if (readsRows(plan)) return this.#pass(plan, undefined, inside);
    if (plan.kind === 'filter') {
      if (inside === undefined) this.groupFilters.push(this.#named(conditionText(plan.where)));
    }
    mapInputs(plan, (input) => {
      this.above(input, inside);
      return input;
    });
  }

  #pass(input: Plan, aggregate: Extract<Plan, { kind: 'aggregate' }> | undefined, inside: MemberId | undefined): void {
    const rows: Rows = { edges: [], filters: [] };
    this.#rows(input, rows, inside);
    const { root, window } = rows;
    if (root === undefined && !aggregate?.take.length) return;
    const tree = root === undefined ? undefined : { root, edges: rows.edges };
    const cubes = tree ? [tree.root, ...tree.edges.map(({ to }) => to)] : [];
    this.passes.push({
      ...(inside === undefined ? {} : { inside }),
      ...(root === undefined ? {} : { root }),
      joins: rows.edges.map(({ from, to, relationship }) => ({ from, to, relationship })),
      multiplied: tree ? cubes.filter((cube) => isMultiplied(tree, cube)) : [],
      ...(rows.afterKeysOf === undefined ? {} : { afterKeysOf: rows.afterKeysOf }),
      ...(window === undefined ? {} : { window }),
      rowFilters: rows.filters,
      ...(aggregate ? { groupedBy: aggregate.by.map(({ expression }) => this.#text(expression)) } : {}),
      measures: (aggregate?.take ?? []).map((take) => ({
        member: take.measure,
        function: take.function,
        countsKeys: take.over === 'keys',
      })),
    });
  }

  #rows(plan: Plan, rows: Rows, inside: MemberId | undefined): void {
    switch (plan.kind) {
      case 'scan':
        rows.root ??= plan.cube;
        return;
      case 'filter':
        this.#rows(plan.input, rows, inside);
        rows.filters.push(this.#named(conditionText(plan.where)));
        return;
      case 'join':
        return this.#join(plan, rows, inside);
      default:
        return this.above(plan, inside);
    }
  }

  #join(plan: Extract<Plan, { kind: 'join' }>, rows: Rows, inside: MemberId | undefined): void {
    const { on } = plan;
    const lookup = lookupOf(on);
    this.#rows(plan.left, rows, inside);
    if (on.kind === 'edge') rows.edges.push(on.join);
    else if (lookup) this.above(plan.right, lookup.dimension);
    else if (on.kind === 'key') {
      rows.afterKeysOf = on.cube;
      this.#rows(plan.right, rows, inside);
    } else {
      if (on.kind === 'window') rows.window = this.#named(joinText(on));
      this.above(plan.right, inside);
    }
  }

  #text(expression: PlanExpression): string {
    return this.#named(expressionText(expression));
  }

  #named(text: string): string {
    return withMeanings(text, this.#meanings);
  }
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
  const read = (plan: Plan): Plan => {
    mapInputs(plan, read);
    if (plan.kind === 'aggregate' || plan.kind === 'project') {
      const columns = plan.kind === 'aggregate' ? plan.by : plan.take;
      for (const { column, expression } of columns)
        meanings.set(column, withMeanings(expressionText(expression), meanings));
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
    if (plan.kind === 'accumulate') {
      for (const { column, from } of plan.take) meanings.set(column, meaningOf(from, meanings));
    }
    if (plan.kind === 'combine') {
      for (const { column, from } of plan.by) meanings.set(column, meaningOf(from[0], meanings));
      for (const { column, from } of plan.take) meanings.set(column, meaningOf(from, meanings));
    }
    return plan;
  };
  read(root);
  return meanings;
}

function meaningOf(column: ColumnId | undefined, meanings: ReadonlyMap<ColumnId, string>): string {
  return (column !== undefined && meanings.get(column)) || 'a column';
}

function withMeanings(text: string, meanings: ReadonlyMap<ColumnId, string>): string {
  // Columns are numbered; a number in quotes is part of a value.
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|#(\d+)/g, (whole, id: string | undefined) =>
    id === undefined ? whole : (meanings.get(Number(id) as ColumnId) ?? whole),
  );
}
