import type { WorldQuery } from './answer.ts';
import type { Expression } from './expression.ts';
import { columnsIn, membersIn } from './expression.ts';
import { type Filter, membersOfFilter } from './filters.ts';
import type { World, WorldCube, WorldStage } from './world.ts';

export interface Example {
  readonly world: World;
  readonly query: WorldQuery;
}

/** Leaves out whatever an example does not need to fail, one thing after the other, until nothing more can go. */
export async function minimise(example: Example, fails: (smaller: Example) => Promise<boolean>): Promise<Example> {
  let smallest = example;
  for (let left = 600; left > 0; ) {
    let found: Example | undefined;
    for (const smaller of smallerThan(smallest)) {
      if (left-- <= 0) break;
      if (await fails(smaller)) {
        found = smaller;
        break;
      }
    }
    if (!found) break;
    smallest = found;
  }
  return smallest;
}

export function* smallerThan({ world, query }: Example): Generator<Example> {
  const idle = withoutIdle({ world, query });
  if (JSON.stringify(idle) !== JSON.stringify(world)) yield { world: idle, query };
  for (const smaller of smallerQueries(query)) yield { world, query: smaller };
  for (const view of world.views) {
    const { defaults, ...bare } = view;
    if (defaults) yield { world: { ...world, views: world.views.map((one) => (one === view ? bare : one)) }, query };
  }
  for (const cube of world.cubes) {
    for (const smaller of smallerCubes(cube)) {
      yield { world: { ...world, cubes: world.cubes.map((one) => (one === cube ? smaller : one)) }, query };
    }
  }
}

function* smallerQueries(query: WorldQuery): Generator<WorldQuery> {
  for (const key of ['measures', 'dimensions', 'segments', 'timeDimensions', 'filters'] as const) {
    for (const one of without<unknown>(query[key])) {
      const smaller = { ...query, [key]: one };
      if (selects(smaller)) yield smaller;
    }
  }
  for (const [at, filter] of query.filters.entries()) {
    for (const smaller of smallerFilters(filter)) yield { ...query, filters: query.filters.with(at, smaller) };
  }
  for (const [at, { granularity, dateRange, ...time }] of query.timeDimensions.entries()) {
    if (granularity === undefined || !dateRange) continue;
    yield { ...query, timeDimensions: query.timeDimensions.with(at, { ...time, granularity }) };
    yield { ...query, timeDimensions: query.timeDimensions.with(at, { ...time, dateRange }) };
  }
  for (const key of ['limit', 'offset', 'ungrouped', 'order', 'fillMissing', 'fillWith'] as const) {
    if (key === 'fillMissing' && query.fillWith !== undefined) continue;
    if (query[key] === undefined) continue;
    const { [key]: _, ...smaller } = query;
    yield smaller;
  }
  for (const order of without(query.order ?? [])) yield { ...query, order };
  if (query.timezone !== 'UTC') yield { ...query, timezone: 'UTC' };
}

function selects({ measures, dimensions, timeDimensions }: WorldQuery): boolean {
  return measures.length + dimensions.length > 0 || timeDimensions.some(({ granularity }) => granularity !== undefined);
}

function* smallerFilters(filter: Filter): Generator<Filter> {
  if ('and' in filter || 'or' in filter) {
    const parts = 'and' in filter ? filter.and : filter.or;
    yield* parts;
    for (const fewer of without(parts)) yield 'and' in filter ? { and: fewer } : { or: fewer };
    return;
  }
  for (const values of without(filter.values ?? [])) {
    if (values.length > 0 && !filter.operator.endsWith('DateRange')) yield { ...filter, values };
  }
}

function* smallerCubes(cube: WorldCube): Generator<WorldCube> {
  const { pushed, ...unpushed } = cube;
  if (pushed) yield unpushed;
  const half = Math.ceil(cube.rows.length / 2);
  if (half > 1) yield { ...cube, rows: cube.rows.slice(0, half) };
  for (const rows of without(cube.rows)) yield { ...cube, rows };
  for (const [at, measure] of cube.measures.entries()) {
    const { filters, stage, ...bare } = measure;
    for (const smaller of stage ? smallerStages(stage) : []) {
      yield { ...cube, measures: cube.measures.with(at, { ...measure, stage: smaller }) };
    }
    if (filters) yield { ...cube, measures: cube.measures.with(at, bare) };
    for (const sql of smallerSql(measure.sql)) {
      yield { ...cube, measures: cube.measures.with(at, { ...measure, sql }) };
    }
  }
  for (const [at, dimension] of cube.dimensions.entries()) {
    if (dimension.isKey) continue;
    if (dimension.propagatesFilters) {
      const { propagatesFilters: _, ...bare } = dimension;
      yield { ...cube, dimensions: cube.dimensions.with(at, bare) };
    }
    for (const sql of smallerSql(dimension.sql)) {
      if (dimension.type !== 'boolean') yield { ...cube, dimensions: cube.dimensions.with(at, { ...dimension, sql }) };
    }
  }
  for (const [at, row] of cube.rows.entries()) {
    for (const [column, cell] of row.entries()) {
      const isKey = /^k\d$|_k\d$/.test(cube.columns[column]?.name ?? '');
      if (cell !== null && !isKey) yield { ...cube, rows: cube.rows.with(at, row.with(column, null)) };
    }
  }
}

function* smallerSql(sql: Expression | undefined): Generator<Expression> {
  if (sql?.kind !== 'call' || !['+', '-', '*', 'COALESCE', '||'].includes(sql.operator)) return;
  yield* sql.operands.filter(({ kind }) => kind !== 'constant');
}

function* without<T>(list: readonly T[]): Generator<readonly T[]> {
  for (const at of list.keys()) yield list.toSpliced(at, 1);
}

/** Members, views, columns and cubes that the question does not read. */
function withoutIdle({ world, query }: Example): World {
  const text = [JSON.stringify(query), ...named(world)].join();
  const views = world.views
    .filter(({ name }) => text.includes(`"${name}.`))
    .map((view) => ({
      ...view,
      includes: view.includes.flatMap((inclusion) => {
        const prefix = inclusion.prefix ? `${inclusion.path.at(-1)}_` : '';
        const defaults = JSON.stringify(view.defaults ?? []);
        const members = inclusion.members.filter(({ name, alias }) => {
          const own = `${prefix}${alias ?? name}`;
          return mentions(text, view.name, own) || defaults.includes(`"${own}"`);
        });
        return members.length > 0 ? [{ ...inclusion, members }] : [];
      }),
    }));
  const read = new Set<string>();
  const read1 = (cube: WorldCube, name: string): void => {
    const id = `${cube.name}.${name}`;
    if (read.has(id)) return;
    read.add(id);
    for (const sql of sqlOf(cube, name)) {
      for (const reference of membersIn(sql)) {
        const owner = world.cubes.find((one) => one.name === (reference.cube ?? cube.name));
        if (owner) read1(owner, reference.name);
      }
    }
  };
  for (const cube of world.cubes) {
    for (const { name } of [...cube.dimensions, ...cube.measures, ...cube.segments]) {
      const isIncluded = views.some(({ includes }) =>
        includes.some(({ path, members }) => path.at(-1) === cube.name && members.some((one) => one.name === name)),
      );
      if (isIncluded || mentions(text, cube.name, name)) read1(cube, name);
    }
  }
  const reached = new Set([...read].map((id) => id.split('.')[0]));
  const touched = world.cubes.filter(
    (cube) =>
      reached.has(cube.name) ||
      cube.joins.length > 0 ||
      world.cubes.some((one) => one.joins.some(({ to }) => to === cube.name)),
  );
  const cubes = touched.map((cube) => {
    const isRead = ({ name }: { readonly name: string }) => read.has(`${cube.name}.${name}`);
    return withoutIdleColumns(
      {
        ...cube,
        dimensions: cube.dimensions.filter(
          (one) => one.isKey || isRead(one) || cube.pushed?.some(({ dimension }) => dimension === one.name),
        ),
        measures: cube.measures.filter(isRead),
        segments: cube.segments.filter(isRead),
      },
      touched,
    );
  });
  return withoutLeaves({ cubes, views }, reached);
}

/** Members of views that cubes refer to. */
function named({ cubes, views }: World): readonly string[] {
  return cubes
    .flatMap(({ dimensions }) => dimensions.flatMap(({ sql }) => (sql ? membersIn(sql) : [])))
    .flatMap(({ cube, name }) => (views.some((view) => view.name === cube) ? [`"${cube}.${name}"`] : []));
}

/** Cubes at the edge of the joins that nothing reads. */
function withoutLeaves(world: World, read: ReadonlySet<string | undefined>): World {
  const idle = world.cubes.find((cube) => {
    const neighbours = world.cubes.filter(
      (one) => one.joins.some(({ to }) => to === cube.name) || cube.joins.some(({ to }) => to === one.name),
    );
    return !read.has(cube.name) && neighbours.length <= 1;
  });
  if (!idle) return world;
  const cubes = world.cubes
    .filter((cube) => cube !== idle)
    .map((cube) => ({ ...cube, joins: cube.joins.filter(({ to }) => to !== idle.name) }));
  return withoutLeaves({ ...world, cubes }, read);
}

function withoutIdleColumns(cube: WorldCube, cubes: readonly WorldCube[]): WorldCube {
  const own = [...cube.dimensions, ...cube.measures, ...cube.segments].flatMap(({ name }) => sqlOf(cube, name));
  const read = new Set([
    ...cube.dimensions.filter(({ isKey }) => isKey).map(({ name }) => name),
    ...(cube.pushed ?? []).map(({ column }) => column),
    ...[...own, ...cube.joins.map(({ on }) => on)]
      .flatMap((sql) => [...columnsIn(sql), ...membersIn(sql)])
      .filter((one) => one.cube === undefined)
      .map(({ name }) => name),
    ...cubes
      .flatMap(({ joins }) => joins.flatMap(({ on }) => columnsIn(on)))
      .filter((one) => one.cube === cube.name)
      .map(({ name }) => name),
  ]);
  const kept = cube.columns.flatMap(({ name }, at) => (read.has(name) ? [at] : []));
  return {
    ...cube,
    columns: cube.columns.filter(({ name }) => read.has(name)),
    rows: cube.rows.map((row) => kept.map((at) => row[at] ?? null)),
  };
}

function sqlOf(cube: WorldCube, name: string): readonly Expression[] {
  const dimension = cube.dimensions.find((one) => one.name === name);
  const measure = cube.measures.find((one) => one.name === name);
  const segment = cube.segments.find((one) => one.name === name);
  return [
    dimension?.sql,
    ...(dimension?.entity?.include ?? []).map(memberNamed),
    ...(dimension?.case?.when.map(({ condition }) => condition) ?? []),
    measure?.sql,
    ...(measure?.stage?.choice?.when.map(({ sql }) => sql) ?? []),
    measure?.stage?.choice?.otherwise,
    ...(measure?.filters ?? []),
    ...namedBy(measure?.stage).map(memberNamed),
    segment?.sql,
  ].filter((sql) => sql !== undefined);
}

function memberNamed(id: string): Expression {
  const [cube = '', name = ''] = id.split('.');
  return { kind: 'member', cube, name };
}

function namedBy(stage: WorldStage | undefined): readonly string[] {
  if (!stage) return [];
  const { exclude = [], keepOnly = [], include = [], filter = {}, shift, choice } = stage;
  return [
    ...(choice ? [choice.on] : []),
    ...exclude,
    ...keepOnly,
    ...include,
    ...(filter.exclude ?? []),
    ...(filter.keepOnly ?? []),
    ...(filter.include ?? []).flatMap(membersOfFilter),
    ...(shift?.dimension === undefined ? [] : [shift.dimension]),
  ];
}

function* smallerStages(stage: WorldStage): Generator<WorldStage> {
  const { filter, ...unfiltered } = stage;
  if (filter) yield unfiltered;
  for (const key of ['exclude', 'keepOnly', 'include'] as const) {
    for (const fewer of without(stage[key] ?? [])) if (fewer.length > 0) yield { ...stage, [key]: fewer };
    for (const fewer of without<unknown>(filter?.[key] ?? [])) yield { ...stage, filter: { ...filter, [key]: fewer } };
  }
}

function mentions(text: string, piece: string, name: string): boolean {
  return text.includes(`"${piece}.${name}"`) || text.includes(`"${piece}.${name}.`);
}
