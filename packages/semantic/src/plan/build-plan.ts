import { LayeredMap, type Member, type ModelIndex, requireCube } from '../model/index.ts';
import { fail, type Outcome, problem, succeed } from '../problem/index.ts';
import type { BoundQuery, Output } from '../query/index.ts';
import { requestedOfGroups, seen } from './rows/requested-condition.ts';
import { itemAt } from './tree/item-at.ts';
import { numberColumns } from './tree/column-numbers.ts';
import { maskedModel, type MaskedModel } from './guard/masked-model.ts';
import { makeMeasures } from './aggregates/make-measures.ts';
import { modelWith } from './made-for-query.ts';
import { MovedMembers } from './rows/moved-members.ts';
import { PinnedMembers } from './switches/pinned-members.ts';
import { countEntries } from './rows/enter-dimension.ts';
import { makeEntities } from './rows/make-entities.ts';
import type { PlanContext } from './groups/grouping.ts';
import type { ColumnId, Plan, QueryPlan } from './plan.ts';
import { planGrouped } from './groups/plan-grouped.ts';
import { planGrouping } from './groups/plan-grouping.ts';
import { planUngrouped } from './groups/plan-ungrouped.ts';
import { refuseTooMuch } from './refuse-too-much.ts';
import { columnType } from './groups/type-of-measure.ts';
import { withReachedDefaultFilters } from './groups/reached-default-filters.ts';
import { cubesBehind, refuseMeasureFilters, requirementsOf, requestedViews } from './joins/query-requirements.ts';
import { rulesOf } from './guard/rules.ts';

/** A plan before the request's values in its SQL are known, with the inputs of planning. */
export interface BuiltPlan extends Omit<QueryPlan, 'context' | 'made' | 'maskTests'> {
  /** The model with the masks and copies made for the query. */
  readonly model: ModelIndex;
  /** Measures that the query makes itself. */
  readonly measures: readonly Member[];
  readonly masked: MaskedModel | undefined;
  readonly pins: PinnedMembers;
}

/** Builds a correct plan; passes optimize it afterwards. */
export function buildPlan(query: BoundQuery, model: ModelIndex): Outcome<BuiltPlan> {
  const built = planOf(query, model);
  if (built.ok || query.rowRules.length === 0) return built;
  // Problems of rules alone are invisible to the caller, who could not change them.
  const withoutRules = planOf({ ...query, rowRules: [] }, model);
  return withoutRules.ok ? fail(problem('plan.rule-out-of-reach', undefined)) : withoutRules;
}

function planOf(requested: BoundQuery, resolved: ModelIndex): Outcome<BuiltPlan> {
  const tooMuch = refuseTooMuch(requested, resolved);
  if (tooMuch.length > 0) return fail(...tooMuch);
  const made = makeMeasures(requested, resolved);
  if (!made.ok) return made;
  const entities = makeEntities(made.value.query, resolved);
  if (!entities.ok) return entities;
  const { query: measured, perEntity } = entities.value;
  const members = [...made.value.members, ...entities.value.members];
  const own = members.length > 0 ? modelWith({ members, cubes: [] }, resolved) : resolved;
  const pins = new PinnedMembers();
  const base: ModelIndex = { ...own, members: new LayeredMap(own.members, pins.made) };
  const masked = maskedModel(measured, base);
  const model = masked?.index ?? base;
  const query = withReachedDefaultFilters(masked?.withRealTests(measured) ?? measured, model);
  const required = requirementsOf(query, model);
  const cubes = required.length > 0 ? required.map(({ cube }) => cube) : cubesBehind(query, model);
  const dataSources = [...new Set(cubes.map((cube) => requireCube(model, cube).dataSource))];
  const [dataSource = 'default'] = dataSources;
  if (dataSources.length > 1)
    return fail(problem('plan.several-data-sources', { dataSources: dataSources.toSorted() }));

  const refused = refuseMeasureFilters(query, model);
  if (refused.length > 0) return fail(...refused);
  const context: PlanContext = {
    model,
    masked,
    columns: numberColumns(),
    pins,
    zone: query.zone,
    year: query.year,
    requestedOfGroups: seen(requestedOfGroups(model, query.groupFilters), masked),
    rules: rulesOf(query, model),
    entities: { by: [], shownBy: [], shifts: [] },
    shiftedCalendars: new Map(),
    shiftedDays: new Map(),
    moves: [],
    moved: new MovedMembers(pins.made),
    views: requestedViews(query, model),
    within: [],
    entries: countEntries(),
    perEntity,
    planGrouping,
  };
  const projected = query.isUngrouped ? planUngrouped(query, context, required) : planGrouped(query, context, required);
  if (!projected.ok) return projected;
  const { plan, columns } = projected.value;
  const outputs = query.outputs.map((output, index) => ({
    column: itemAt(columns, index),
    name: output.name,
    alias: output.alias,
    type: output.type,
    holds: columnType(model, output),
  }));
  return succeed({
    root: limited(sorted(plan, query, outputs), query),
    outputs,
    columnNames: context.columns.names,
    dataSource,
    zone: query.zone,
    ruleZone: query.ruleZone,
    year: query.year,
    model,
    measures: members,
    masked,
    pins,
  });
}

/** Plans the count of the same query's rows, without limit, offset and order. */
export function buildCount(query: BoundQuery, model: ModelIndex): Outcome<BuiltPlan> {
  const { limit: _, ...unlimited } = query;
  const built = buildPlan({ ...unlimited, order: [], offset: 0 }, model);
  if (!built.ok) return built;
  const columns = numberColumns();
  for (const name of [...built.value.columnNames, 'total']) columns.add(name);
  // The count's column has the next number after those of the plan it counts.
  const total = built.value.columnNames.length as ColumnId;
  return succeed({
    ...built.value,
    root: { kind: 'count', input: built.value.root, column: total },
    outputs: [{ column: total, name: 'total', alias: 'total', type: 'number', holds: 'integer' }],
    columnNames: columns.names,
  });
}

/** Makes the order total: the remaining dimensions decide between rows the caller's order leaves equal. */
function sorted(plan: Plan, query: BoundQuery, outputs: QueryPlan['outputs']): Plan {
  if (query.order.length === 0) return plan;
  const requested = new Set(query.order.map(({ output }) => output));
  const ties = query.outputs.flatMap((output: Output, index) =>
    output.role !== 'measure' && !requested.has(index) ? [{ output: index, isDescending: false }] : [],
  );
  const by = [...query.order, ...ties].map(({ output, isDescending }) => ({
    column: itemAt(outputs, output).column,
    type: itemAt(outputs, output).type,
    isDescending,
  }));
  return { kind: 'sort', input: plan, by };
}

function limited(plan: Plan, query: BoundQuery): Plan {
  if (query.limit === undefined && query.offset === 0) return plan;
  return {
    kind: 'limit',
    input: plan,
    ...(query.limit === undefined ? {} : { limit: query.limit }),
    offset: query.offset,
  };
}
