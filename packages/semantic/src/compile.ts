import { type Dialect, lower, lowerRefreshKey, render, renderStatement } from './sql/index.ts';
import { type CubeName, type ModelIndex, type RefreshKey, requireCube, type ValueType } from './model/index.ts';
import {
  buildCount,
  buildPlan,
  type PlanColumnType,
  completePlan,
  improve,
  modelWith,
  namedByModel,
  type Plan,
  type QueryPlan,
  requireRules,
  rulesOf,
} from './plan/index.ts';
import { type Outcome, succeed } from './problem/index.ts';
import { anonymous, type BoundQuery, type RequestContext } from './query/index.ts';

/** A statement ready for an engine. */
export interface CompiledQuery {
  readonly text: string;
  /** The parameters in order of the placeholders: text (numbers as digits), booleans. */
  readonly params: readonly (string | boolean | null)[];
  /** Columns in the order of the query's outputs. */
  readonly columns: readonly { readonly name: string; readonly alias: string; readonly type: ValueType }[];
  readonly dataSource: string;
}

export interface CompileOptions {
  /** Whether the statement returns one row: the number of rows without limit and offset. */
  readonly countsRows?: boolean;
  /** Skips the passes that improve the plan; the rows are the same. */
  readonly skipsPasses?: boolean;
  /** The caller; defaults to one without values. */
  readonly context?: RequestContext;
}

export function compileQuery(
  query: BoundQuery,
  model: ModelIndex,
  dialect: Dialect,
  options: CompileOptions = {},
): Outcome<CompiledQuery> {
  const planned = planQuery(query, model, options);
  return planned.ok ? succeed(renderPlan(planned.value, model, dialect), planned.warnings) : planned;
}

/** Plans a bound query and improves the plan, unless the options switch that off. */
export function planQuery(query: BoundQuery, model: ModelIndex, options: CompileOptions = {}): Outcome<QueryPlan> {
  const built = options.countsRows ? buildCount(query, model) : buildPlan(query, model);
  if (!built.ok) return namedByModel(built, model);
  const limited = built.value.masked?.withRealTests(query) ?? query;
  const rules = rulesOf(limited, built.value.model);
  const check = (root: Plan) => requireRules(root, limited, built.value.model, rules);
  check(built.value.root);
  const plan = completePlan(built.value, options.context ?? anonymous);
  if (!plan.ok) return namedByModel(plan, model);
  const improved = options.skipsPasses ? plan.value : improve(plan.value, ({ root }) => check(root));
  return succeed(improved, built.warnings);
}

/** Plans the query like `planQuery`, and names the passes that changed the plan. */
export function planQueryNoting(
  query: BoundQuery,
  model: ModelIndex,
  context: RequestContext,
): Outcome<{ readonly plan: QueryPlan; readonly passes: readonly string[] }> {
  const built = planQuery(query, model, { context, skipsPasses: true });
  if (!built.ok) return built;
  const passes: string[] = [];
  const plan = improve(built.value, ({ pass }) => passes.push(pass));
  return succeed({ plan, passes }, built.warnings);
}

/** @param dialect dialect of the plan's data source */
export function renderPlan(plan: QueryPlan, model: ModelIndex, dialect: Dialect): CompiledQuery {
  const { text, params } = render(lower(plan, modelWith(plan.made, model), dialect), dialect);
  const columns = plan.outputs.map(({ name, alias, type }) => ({ name, alias, type }));
  return { text, params, columns, dataSource: plan.dataSource };
}

/** A query as a part of a larger statement. */
export interface CompiledBlock {
  /** A SELECT, without parentheses. */
  readonly text: string;
  /** Columns in the order of the query's outputs; `alias` is the name in the SELECT. */
  readonly columns: readonly { readonly name: string; readonly alias: string; readonly type: PlanColumnType }[];
  readonly dataSource: string;
}

/**
 * Renders a query as a part of a larger statement.
 *
 * @param dialect dialect of the plan's data source @param params parameters of the statement so far; those of the block
 * are added. The parts of a statement must be rendered in the order of its text, as some dialects do not number them.
 */
export function renderBlock(
  plan: QueryPlan,
  model: ModelIndex,
  dialect: Dialect,
  params: (string | boolean)[],
): CompiledBlock {
  const select = lower(plan, modelWith(plan.made, model), dialect);
  const { text } = render(select, dialect, params);
  const columns = plan.outputs.map(({ name, alias, holds }, index) => ({
    name,
    alias: select.columns[index]?.alias ?? alias,
    type: holds,
  }));
  return { text, columns, dataSource: plan.dataSource };
}

/** Compiles the author's statement; its columns are unknown before it runs. */
export function compileRefreshKey(
  key: Extract<RefreshKey, { readonly kind: 'sql' }>,
  cube: CubeName,
  model: ModelIndex,
  dialect: Dialect,
): CompiledQuery {
  const { text, params } = renderStatement(lowerRefreshKey(key.sql, model, dialect), dialect);
  return { text, params, columns: [], dataSource: requireCube(model, cube).dataSource };
}
