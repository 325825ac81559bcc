import {
  type CubeName,
  isRealCopyId,
  LayeredMap,
  type Member,
  type MemberId,
  type ModelIndex,
  requireCube,
  requireMember,
  type Touched,
  unlimitedIdOf,
  expandMember,
  type ExpansionSize,
  factOfPart,
} from '../model/index.ts';
import { fail, type Outcome, problem, succeed, type Problem } from '../problem/index.ts';
import {
  type BoundQuery,
  entitiesTested,
  type JoinedCubes,
  makesMeasures,
  operandsIn,
  type Output,
  type BindContext,
  bindQueryWith,
  type Query,
  type RequestContext,
  membersOf,
  membersOfFilter,
} from '../query/index.ts';
import { requestedOfGroups, seen, requestedOfRows } from './rows/requested-condition.ts';
import { itemAt } from './tree/item-at.ts';
import { maskedModel, type MaskedModel } from './guard/masked-model.ts';
import { makeMeasures } from './aggregates/make-measures.ts';
import { MovedMembers } from './rows/moved-members.ts';
import { PinnedMembers } from './switches/pinned-members.ts';
import { makeEntities } from './rows/make-entities.ts';
import type { NoticeJoins, PlanContext } from './groups/grouping.ts';
import { type ColumnId, type Plan, type QueryPlan, modelWith, type MadeForQuery, numberColumns } from './plan.ts';
import { planGrouped } from './groups/plan-grouped.ts';
import { planGrouping } from './groups/plan-grouping.ts';
import { planUngrouped } from './groups/plan-ungrouped.ts';
import { columnType } from './groups/type-of-measure.ts';
import { withReachedDefaultFilters } from './groups/reached-default-filters.ts';
import { cubesBehind, refuseMeasureFilters, requirementsOf, requestedViews } from './joins/query-requirements.ts';
import { joinedInsideOf, rulesOf } from './guard/rules.ts';
import { type PlanReading, readingOf } from './describe/plan-reading.ts';
import { cubesOf } from './joins/join-tree.ts';
import { contextValues } from './context-values.ts';
import { rowConditions } from './rows/row-expressions.ts';

/** A plan before the request's values in its SQL are known, with the inputs of planning. */
export interface BuiltPlan extends Omit<QueryPlan, 'cubes' | 'context' | 'made' | 'maskTests'> {
  /** The model with the masks and copies made for the query. */
  readonly model: ModelIndex;
  /** Measures that the query makes itself. */
  readonly measures: readonly Member[];
  readonly masked: MaskedModel | undefined;
  readonly pins: PinnedMembers;
  /** Parts of the model that the plan reads, all of one data source. */
  readonly reading: PlanReading;
  /** The query as it is planned: with dimensions in place of measures per entity. */
  readonly planned: BoundQuery;
}

/** Builds a correct plan; passes optimize it afterwards. */
export function buildPlan(query: BoundQuery, model: ModelIndex): Outcome<BuiltPlan> {
  const built = planOf(query, model);
  if (built.ok || query.rowRules.length === 0) return built;
  // Problems of rules alone are invisible to the caller, who could not change them.
  const withoutRules = planOf({ ...query, rowRules: [] }, model);
  return withoutRules.ok ? fail(problem('plan.rule-out-of-reach', undefined)) : withoutRules;
}

/** Finds the cubes that joins bring into a query, by a plan without rules: what rules themselves join is not queried. */
function joinedCubes(query: BoundQuery, model: ModelIndex, { pieces }: Touched): JoinedCubes {
  const alone = onlyCube(query, model, pieces);
  if (alone) return { own: alone, inside: new Map(), defaultFilters: query.defaultFilters };
  const own = new Set<CubeName>();
  const inside = new Map<MemberId, Set<CubeName>>();
  let { defaultFilters } = query;
  planOf({ ...query, rowRules: [] }, model, {
    joins: (tree, within) => {
      const innermost = within.at(-1)?.dimension;
      // Rules and tests of masks read the rows of such a dimension without rules.
      if (within.some(({ dimension }) => isRealCopyId(dimension))) return;
      const known = innermost === undefined ? own : (inside.get(unlimitedIdOf(innermost)) ?? new Set());
      if (innermost !== undefined) inside.set(unlimitedIdOf(innermost), known);
      for (const cube of cubesOf(tree)) known.add(cube);
    },
    reached: (isReached) => {
      defaultFilters = query.defaultFilters.filter((_, index) => isReached[index]);
    },
  });
  return { own, inside, defaultFilters };
}

/** The one cube of a query without joins, or `undefined` for any other query. */
function onlyCube(
  query: BoundQuery,
  model: ModelIndex,
  pieces: ReadonlySet<CubeName>,
): ReadonlySet<CubeName> | undefined {
  if (asksForMeasures(query)) return undefined;
  const read = [...pieces].filter((name) => model.pieces.get(name)?.kind === 'cube');
  const cubes = new Set([...read, ...requirementsOf(query, model).flatMap(({ cube, path }) => [cube, ...path])]);
  return cubes.size === 1 ? cubes : undefined;
}

/** Whether the query itself makes some of its measures. */
function asksForMeasures({ outputs, groupFilters }: BoundQuery): boolean {
  return (
    outputs.some(({ expression }) => makesMeasures(expression)) ||
    groupFilters.some((filter) => operandsIn(filter).some(makesMeasures))
  );
}

/** Learns how the parts of a query are joined. */
interface Notices {
  readonly joins: NoticeJoins;
  /** Reports for each default filter whether it limits rows of the query. */
  reached(isReached: readonly boolean[]): void;
}

function planOf(requested: BoundQuery, resolved: ModelIndex, notices?: Notices): Outcome<BuiltPlan> {
  const tooMuch = refuseTooMuch(requested, resolved);
  if (tooMuch.length > 0) return fail(...tooMuch);
  const made = asksForMeasures(requested)
    ? makeMeasures(requested, resolved)
    : succeed({ query: requested, members: [], trees: [] });
  if (!made.ok) return made;
  for (const tree of made.value.trees) notices?.joins(tree, []);
  const testsEntities = made.value.query.rowFilters.some((filter) => entitiesTested(filter).length > 0);
  const entities = testsEntities
    ? makeEntities(made.value.query, resolved)
    : succeed({ query: made.value.query, members: [], perEntity: new Map() });
  if (!entities.ok) return entities;
  const { query: measured, perEntity } = entities.value;
  const members = [...made.value.members, ...entities.value.members];
  const own = members.length > 0 ? modelWith({ members, cubes: [] }, resolved) : resolved;
  const pins = new PinnedMembers();
  const base: ModelIndex = { ...own, members: new LayeredMap(own.members, pins.made) };
  const isLimited = measured.masks.length + measured.rowRules.length > 0;
  const masked = isLimited ? maskedModel(measured, base) : undefined;
  const model = masked?.index ?? base;
  const whole = masked?.withRealTests(measured) ?? measured;
  const query = whole.defaultFilters.length > 0 ? withReachedDefaultFilters(whole, model) : whole;
  notices?.reached(whole.defaultFilters.map((one) => [...query.rowFilters, ...query.groupFilters].includes(one)));
  const required = requirementsOf(query, model);
  const cubes = required.length > 0 ? required.map(({ cube }) => cube) : cubesBehind(query, model);
  const dataSources = [...sourcesOf(cubes, model)];
  const [dataSource = 'default'] = dataSources;
  if (dataSources.length > 1) return severalSources(dataSources);

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
    entries: { count: 0 },
    perEntity,
    joinedInside: joinedInsideOf(query),
    noticeJoins: notices?.joins,
    planGrouping,
  };
  const projected = query.isUngrouped ? planUngrouped(query, context, required) : planGrouped(query, context, required);
  if (!projected.ok) return projected;
  const { plan, columns } = projected.value;
  const reading = readingOf(plan, model);
  const read = new Set([...dataSources, ...sourcesOf(reading.cubes, model)]);
  if (read.size > 1) return severalSources([...read]);
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
    reading,
    planned: measured,
  });
}

function sourcesOf(cubes: Iterable<CubeName>, model: ModelIndex): ReadonlySet<string> {
  return new Set([...cubes].map((cube) => requireCube(model, cube).dataSource));
}

function severalSources(dataSources: readonly string[]): Outcome<never> {
  return fail(problem('plan.several-data-sources', { dataSources: dataSources.toSorted() }));
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

/** Binds a query as a caller may ask it: rows of every cube that it reads or joins are limited. */
export function bindQuery(query: Query, model: ModelIndex, context: BindContext): Outcome<BoundQuery> {
  return bindQueryWith(query, model, context, joinedCubes);
}

/** Completes the plan as plain data, with the request's values that its SQL reads. */
export function completePlan(built: BuiltPlan, context: RequestContext): Outcome<QueryPlan> {
  const { model, masked, planned, reading, pins: _, measures: __, ...plan } = built;
  const { cubes, fragments, requested } = reading;
  const seen = masked?.withRealTests(planned) ?? planned;
  const own = () => requestedOfRows(rowConditions(seen, model));
  const tests = { requested: [...requested], own, ofRules: () => requestedOfRows(rulesOf(seen, model)) };
  const { values, problems } = contextValues([...fragments], tests, context);
  if (problems.length > 0) return fail(...problems);
  const maskTests = [...(masked?.tests ?? [])].map(([member, test]) => ({ member, test }));
  // Everything the plan reads was examined above, so all members made for the query exist by now.
  const made = madeFor(built);
  return succeed({ ...plan, cubes: [...cubes], context: values, maskTests, ...(made ? { made } : {}) });
}

function madeFor({ measures, masked, pins }: BuiltPlan): MadeForQuery | undefined {
  if (!masked && pins.made.size === 0 && measures.length === 0) return undefined;
  const { members, cubes } = masked?.made() ?? { members: [], cubes: [] };
  // Masks replace measures of the query too.
  return { members: [...measures, ...pins.made.values(), ...members], cubes };
}

/** Bound in characters: four members of the largest size. */
const mostTogether = 4_000_000;

/**
 * Refuses a query whose members are too large together; each also has its own bound.
 */
function refuseTooMuch(query: BoundQuery, model: ModelIndex): readonly Problem[] {
  const requested = [
    ...query.outputs.flatMap(({ expression }) => membersOf(expression)),
    ...[...query.rowFilters, ...query.groupFilters].flatMap(membersOfFilter),
  ];
  let size = 0;
  for (const id of requested) {
    if (model.members.has(id)) size += factOfPart(model, id, findSize).size;
  }
  return size > mostTogether ? [problem('plan.too-much-sql', undefined)] : [];
}

function findSize(model: ModelIndex, id: MemberId): ExpansionSize {
  return expandMember(requireMember(model, id), model.members, new Map());
}
