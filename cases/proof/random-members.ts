import type { Choices } from './choices.ts';
import { randomValue } from './random-data.ts';
import { randomProxies } from './random-proxies.ts';
import { call, column, type Expression } from './expression.ts';
import type {
  Aggregate,
  ValueType,
  WorldCube,
  WorldDimension,
  WorldMeasure,
  WorldStage,
  WorldWindow,
} from './world.ts';

/**
 * Gives cubes their members, a layer over the other, so that no member needs itself: what reads columns, what reads
 * members of joined cubes, calculations, values of sub-queries, and what aggregates those.
 */
export function randomMembers(choices: Choices, cubes: readonly WorldCube[]): readonly WorldCube[] {
  const isPlain = cubes.length === 1 && choices.happens(35);
  const layers = [
    plainDimensions,
    randomProxies,
    foreignDimensions,
    aggregates,
    calculations,
    subQueries,
    overSubQueries,
    nestedSubQueries,
    segments,
    ...(isPlain ? [] : [switches, stages, windows, windowsOverMeasures]),
  ];
  return layers.reduce<readonly WorldCube[]>((done, layer) => done.map((cube) => layer(choices, cube, done)), cubes);
}

type Layer = (choices: Choices, cube: WorldCube, cubes: readonly WorldCube[]) => WorldCube;

const columnOf: Readonly<Record<ValueType, readonly string[]>> = {
  number: ['n', 'm'],
  string: ['s'],
  boolean: ['b'],
  time: ['t', 't', 'd'],
};

const plainDimensions: Layer = (choices, cube) => {
  const dimensions = Array.from({ length: choices.integer(1, 4) }, (_, at): WorldDimension => {
    const type = choices.pick<ValueType>(['number', 'string', 'string', 'boolean', 'time', 'time']);
    const name = `${type[0]}${at}`;
    if (type === 'string' && choices.happens(25)) return { name, type, case: randomCase(choices) };
    const more = type === 'time' && choices.happens(40) ? { granularities: randomGranularities(choices) } : {};
    const sql = randomSql(choices, type);
    const isDay = sql.kind === 'column' && sql.name === 'd';
    return { name, type, sql, ...(isDay ? { isDay } : {}), ...more };
  });
  return { ...cube, dimensions: [...cube.dimensions, ...dimensions] };
};

const granularities = [
  { interval: '1 year', offset: '1 month' },
  { interval: '1 week', offset: '-1 day' },
  { interval: '1 day', offset: '6 hour' },
  { interval: '1 hour', offset: '-20 minute' },
  { interval: '15 minute' },
  { interval: '6 hour' },
  { interval: '6 month' },
  { interval: '2 quarter' },
  { interval: '1 week' },
  { interval: '1 month', offset: '-3 day' },
  { interval: '10 day', origin: '2024-01-01' },
  { interval: '2 week', origin: '2024-01-03' },
  { interval: '5 month', origin: '2024-02-01' },
  { interval: '1 month', origin: '2024-01-31' },
  { interval: '2 year', origin: '2021-07-01' },
  { interval: '90 minute', origin: '2024-01-01T00:30:00' },
  { interval: '7 hour', origin: '2024-03-10' },
];

function randomGranularities(choices: Choices): NonNullable<WorldDimension['granularities']> {
  return choices.some(granularities, 2, 1).map((one, at) => ({ name: `own${at}`, ...one }));
}

function randomCase(choices: Choices): NonNullable<WorldDimension['case']> {
  const when = Array.from({ length: choices.integer(1, 2) }, (_, at) => ({
    condition: randomCondition(choices),
    label: `label ${at}`,
  }));
  return choices.happens(50) ? { when, otherwise: 'else' } : { when };
}

/** Over columns of the cube. */
function randomSql(choices: Choices, type: ValueType): Expression {
  const plain = column(choices.pick(columnOf[type]));
  if (type === 'time' || choices.happens(55)) return plain;
  const constant = (): Expression => ({ kind: 'constant', value: randomValue(choices, type) as string | number });
  switch (type) {
    case 'number':
      return choices.pick([
        call(choices.pick(['+', '-', '*']), plain, column('n')),
        call('COALESCE', plain, constant()),
        call('-', constant(), call('+', plain, column('m'))),
        call('CASE', randomCondition(choices), plain, constant()),
      ]);
    case 'string':
      return choices.pick([
        call('||', plain, constant()),
        call('COALESCE', plain, constant()),
        call('CASE', randomCondition(choices), plain, constant()),
      ]);
    case 'boolean':
      return randomCondition(choices);
  }
}

function randomCondition(choices: Choices): Expression {
  if (choices.happens(25)) {
    return call(choices.pick(['AND', 'OR']), simpleCondition(choices), simpleCondition(choices));
  }
  return simpleCondition(choices);
}

function simpleCondition(choices: Choices): Expression {
  const type = choices.pick<'number' | 'string'>(['number', 'string']);
  const own = column(choices.pick(columnOf[type]));
  return choices.pick([
    // How an author's SQL orders texts is up to the database.
    call(choices.pick(type === 'number' ? ['=', '<>', '<', '<=', '>', '>='] : ['=', '<>']), own, {
      kind: 'constant',
      value: randomValue(choices, type) as string | number,
    }),
    column('b'),
    call('NOT', column('b')),
    call(choices.pick(['IS NULL', 'IS NOT NULL']), own),
  ]);
}

function member(cube: WorldCube, self: WorldCube, name: string, granularity?: string): Expression {
  return {
    kind: 'member',
    ...(cube.name === self.name ? {} : { cube: cube.name }),
    name,
    ...(granularity === undefined ? {} : { granularity }),
  };
}

/** Cubes the directed joins lead to, and whether each step keeps rows single. */
export function reachable(cubes: readonly WorldCube[], from: WorldCube, keepsSingle = false): readonly WorldCube[] {
  const found = [from];
  for (const cube of found) {
    for (const { to, relationship } of cube.joins) {
      const next = cubes.find(({ name }) => name === to);
      if (next && !found.includes(next) && !(keepsSingle && relationship === 'one_to_many')) found.push(next);
    }
  }
  return found.slice(1);
}

/** Dimensions that name other dimensions, of this cube or of one it leads to. */
const foreignDimensions: Layer = (choices, cube, cubes) => {
  const added: WorldDimension[] = [];
  for (let at = 0; at < choices.integer(0, 2); at++) {
    const owner = choices.pick([cube, ...reachable(cubes, cube)]);
    const plain = owner.dimensions.filter(({ name }) => /^[nsbt]\d$/.test(name));
    if (plain.length === 0) continue;
    const target = choices.pick(plain);
    const name = `p${at}`;
    if (target.type === 'time' && choices.happens(60)) {
      const granularity = choices.pick(['day', 'month', 'quarter']);
      added.push({ name, type: 'time', sql: member(owner, cube, target.name, granularity) });
    } else if (target.type === 'number' && choices.happens(40)) {
      added.push({
        name,
        type: 'number',
        sql: call('*', member(owner, cube, target.name), { kind: 'constant', value: 2 }),
      });
    } else {
      added.push({ name, type: target.type, sql: member(owner, cube, target.name) });
    }
  }
  return { ...cube, dimensions: [...cube.dimensions, ...added] };
};

const aggregates: Layer = (choices, cube, cubes) => {
  const hasKey = cube.dimensions.some(({ isKey }) => isKey);
  const isJoined = cubes.some(
    ({ joins, name }) => joins.length > 0 && (name === cube.name || joins.some(({ to }) => to === cube.name)),
  );
  const measures: WorldMeasure[] = hasKey || !isJoined ? [{ name: 'count', type: 'count' }] : [];
  for (let at = 0; at < choices.integer(1, 4); at++) {
    const type = choices.pick<Aggregate | 'raw'>(['sum', 'sum', 'avg', 'min', 'max', 'count', 'count_distinct', 'raw']);
    const name = `${type}${at}`;
    if (type === 'raw') {
      measures.push({
        name,
        type,
        sql: call('-', call('SUM', operand(choices, cube, cubes)), call('MIN', column('m'))),
      });
      continue;
    }
    const filters = choices.happens(40) ? [measureFilter(choices, cube, cubes)] : [];
    const isText = type === 'count_distinct' || type === 'count';
    const sql = isText && choices.happens(50) ? column('s') : operand(choices, cube, cubes);
    measures.push({
      name,
      type,
      ...(type === 'count' && choices.happens(40) ? {} : { sql }),
      ...(filters.length > 0 ? { filters } : {}),
    });
  }
  return { ...cube, measures: [...cube.measures, ...measures] };
};

/** A number of a row: of its own columns, of a dimension, or of a row it refers to. */
function operand(choices: Choices, cube: WorldCube, cubes: readonly WorldCube[]): Expression {
  const numbers = (one: WorldCube) => one.dimensions.filter(({ name }) => /^n\d$/.test(name));
  const foreign = reachable(cubes, cube, choices.happens(90)).flatMap((other) =>
    numbers(other).map(({ name }) => member(other, cube, name)),
  );
  if (foreign.length > 0 && choices.happens(20)) {
    return choices.happens(50) ? choices.pick(foreign) : call('+', column('n'), choices.pick(foreign));
  }
  const own = numbers(cube).map(({ name }) => member(cube, cube, name));
  return own.length > 0 && choices.happens(30) ? choices.pick(own) : randomSql(choices, 'number');
}

function filterOf(choices: Choices, cube: WorldCube, cubes: readonly WorldCube[]): Expression {
  const truths = (one: WorldCube) => one.dimensions.filter(({ name }) => /^b\d$/.test(name));
  const foreign = reachable(cubes, cube, true).flatMap((other) =>
    truths(other).map(({ name }) => member(other, cube, name)),
  );
  if (foreign.length > 0 && choices.happens(30)) return choices.pick(foreign);
  const own = truths(cube).map(({ name }) => member(cube, cube, name));
  return own.length > 0 && choices.happens(30) ? choices.pick(own) : randomCondition(choices);
}

function measureFilter(choices: Choices, cube: WorldCube, cubes: readonly WorldCube[]): Expression {
  const joined = reachable(cubes, cube, true);
  const readsJoined = joined.length > 0 && choices.happens(15);
  return readsJoined ? columnTest(choices, choices.pick(joined)) : filterOf(choices, cube, cubes);
}

/** On a column of a cube that is joined. */
function columnTest(choices: Choices, { name }: WorldCube): Expression {
  if (choices.happens(30)) return call(choices.pick(['IS NULL', 'IS NOT NULL']), column('s', name));
  const limit: Expression = { kind: 'constant', value: randomValue(choices, 'number') as number };
  return call(choices.pick(['=', '<>', '<', '>=']), column(choices.pick(columnOf.number), name), limit);
}

/** Measures over measures, of any cubes. */
const calculations: Layer = (choices, cube, cubes) => {
  const added: WorldMeasure[] = [];
  for (let at = 0; at < choices.integer(0, 2); at++) {
    const known = { ...cube, measures: [...cube.measures, ...added] };
    const own = known.measures.map(({ name }) => member(cube, cube, name));
    const foreign = reachable(cubes, cube).flatMap((other) =>
      other.measures.filter(({ type }) => type !== 'calculated').map(({ name }) => member(other, cube, name)),
    );
    const any = () => choices.pick(foreign.length > 0 && choices.happens(40) ? foreign : own);
    if (own.length === 0) continue;
    const sql = choices.pick([
      call('RATIO', any(), any()),
      call('-', any(), any()),
      call('+', call('COALESCE', any(), { kind: 'constant', value: 0 }), any()),
      call('*', any(), { kind: 'constant', value: 2 }),
      call('COALESCE', any(), { kind: 'constant', value: 0 }),
      any(),
    ]);
    const filters = choices.happens(20)
      ? [call(choices.pick(['>', '<=']), any(), { kind: 'constant', value: choices.integer(0, 4) })]
      : [];
    added.push({ name: `calc${at}`, type: 'calculated', sql, ...(filters.length > 0 ? { filters } : {}) });
  }
  return { ...cube, measures: [...cube.measures, ...added] };
};

const subQueries: Layer = (choices, cube, cubes) => {
  if (!cube.dimensions.some(({ isKey }) => isKey) || !choices.happens(45)) return cube;
  const connected = choices.happens(80)
    ? reachable(cubes, cube)
    : cubes.filter((other) => other.joins.some(({ to }) => to === cube.name));
  const measures = connected.flatMap((other) => other.measures.map(({ name }) => member(other, cube, name)));
  if (measures.length === 0) return cube;
  const one = choices.pick(measures);
  const sql = choices.pick([
    one,
    one,
    call('+', one, choices.pick(measures)),
    call('COALESCE', one, { kind: 'constant', value: 7 }),
  ]);
  const added: WorldDimension = {
    name: 'q0',
    type: 'number',
    sql,
    isSubQuery: true,
    ...(choices.happens(30) ? { propagatesFilters: true } : {}),
  };
  return { ...cube, dimensions: [...cube.dimensions, added] };
};

const overSubQueries: Layer = (choices, cube) => {
  if (!cube.dimensions.some(({ isSubQuery }) => isSubQuery) || !choices.happens(70)) return cube;
  const type = choices.pick<Aggregate>(['sum', 'avg', 'max', 'count']);
  return { ...cube, measures: [...cube.measures, { name: `${type}_q`, type, sql: member(cube, cube, 'q0') }] };
};

/** A value per row of values per row. */
const nestedSubQueries: Layer = (choices, cube, cubes) => {
  const measures = reachable(cubes, cube).flatMap((other) =>
    other.measures.filter(({ name }) => name.endsWith('_q')).map(({ name }) => member(other, cube, name)),
  );
  const hasKey = cube.dimensions.some(({ isKey }) => isKey);
  if (!hasKey || measures.length === 0 || !choices.happens(50)) return cube;
  const added: WorldDimension = { name: 'q1', type: 'number', sql: choices.pick(measures), isSubQuery: true };
  return { ...cube, dimensions: [...cube.dimensions, added] };
};

const segments: Layer = (choices, cube, cubes) => {
  if (!choices.happens(50)) return cube;
  return { ...cube, segments: [{ name: 'seg', sql: filterOf(choices, cube, cubes) }] };
};

/** A dimension that no row has a value of. */
const switches: Layer = (choices, cube) => {
  if (!choices.happens(20)) return cube;
  const values = choices.some(['x', 'y', 'z'], 3, 1);
  return { ...cube, dimensions: [...cube.dimensions, { name: 'w0', type: 'string', values }] };
};

/** Measures over rows of measures of the same cube, at other grains, filters and times than those of the question. */
const stages: Layer = (choices, cube, cubes) => {
  const added: WorldMeasure[] = [];
  const rest = choices.happens(50) ? choices.integer(1, 3) : 0;
  for (let at = 0; at < rest; at++) {
    const plain = cube.measures.filter(({ name }) => !name.startsWith('calc') && !name.endsWith('_q'));
    if (plain.length === 0) break;
    const one = () => member(cube, cube, choices.pick([...plain, ...added]).name);
    const stage = withChoice(choices, cube, randomStage(choices, cube, cubes), one);
    const isOne = Object.keys(stage).join() === 'makes' && stage.makes === 'number';
    const made = choices.happens(30) ? call(choices.pick(['-', 'RATIO']), one(), one()) : one();
    const sql =
      stage.makes === 'number_agg' ? call('-', call('SUM', made), call(choices.pick(['MIN', 'MAX']), one())) : made;
    const filters =
      !['rank', 'number_agg'].includes(stage.makes) && choices.happens(25)
        ? [overInnerRows(choices, cube, stage, one())]
        : [];
    added.push({
      name: `stage${at}`,
      ...((stage.makes === 'count' && choices.happens(50)) || stage.choice ? {} : { sql }),
      ...(filters.length > 0 ? { filters } : {}),
      ...(isOne ? { type: 'calculated', isMultiStage: true } : { type: 'stage', stage }),
    });
  }
  return { ...cube, measures: [...cube.measures, ...added] };
};

/** Now and then its value is chosen by a switch, or by a text of the rows. */
function withChoice(choices: Choices, cube: WorldCube, stage: WorldStage, one: () => Expression): WorldStage {
  const { makes } = stage;
  const by = cube.dimensions.filter(({ values, name }) => values !== undefined || /^s\d$/.test(name));
  const isMade = makes !== 'rank' && makes !== 'number_agg' && (makes !== 'number' || choices.happens(5));
  if (by.length === 0 || !isMade || !choices.happens(by.some(({ values }) => values) ? 50 : 10)) return stage;
  const { name, values = ['a', 'ab'] } = choices.pick(by);
  const when = choices.some(values, 3, 1).map((value) => ({ value, sql: one() }));
  return {
    ...stage,
    choice: { on: `${cube.name}.${name}`, when, ...(choices.happens(50) ? { otherwise: one() } : {}) },
  };
}

/** A condition on an inner row: on a measure of it, or on a dimension it is grouped by in any case. */
function overInnerRows(
  choices: Choices,
  cube: WorldCube,
  { include = [] }: WorldStage,
  measure: Expression,
): Expression {
  const names = include.map((id) => id.split('.')[1] ?? '').filter((name) => /^[nsk]\d$/.test(name));
  if (names.length > 0 && choices.happens(50)) {
    return call(choices.pick(['IS NULL', 'IS NOT NULL']), member(cube, cube, choices.pick(names)));
  }
  return call(choices.pick(['>', '<=', '<>']), measure, { kind: 'constant', value: choices.integer(0, 4) });
}

function randomStage(choices: Choices, cube: WorldCube, cubes: readonly WorldCube[]): WorldStage {
  const named = [cube, ...reachable(cubes, cube)].flatMap((owner) =>
    owner.dimensions.filter(({ name }) => /^[nsbtukw]\d$/.test(name)).map(({ name }) => `${owner.name}.${name}`),
  );
  const own = named.filter((id) => id.startsWith(`${cube.name}.`));
  const times = own.filter((id) => /\.t\d$/.test(id));
  const some = (from: readonly string[]) => choices.some(from, 3, 1);
  const filter = choices.happens(30) ? randomStageFilter(choices, named, own) : undefined;
  const more = filter ? { filter } : {};
  const kind = choices.pick(['exclude', 'exclude', 'keep', 'include', 'include', 'none', 'rank', 'shift', 'shift']);
  const makes = choices.pick<'sum' | 'avg' | 'min' | 'max' | 'number'>(['sum', 'avg', 'min', 'max', 'number']);
  switch (kind) {
    case 'exclude':
      return { makes, exclude: some(named), ...more };
    case 'keep':
      return { makes, keepOnly: some(named), ...more };
    case 'include': {
      const over = choices.pick<WorldStage['makes']>([
        'sum',
        'avg',
        'min',
        'max',
        'count',
        'count_distinct',
        'number_agg',
        'number',
      ]);
      return { makes: over, include: choices.some(own, 2, 1), ...more };
    }
    case 'rank':
      return {
        makes: 'rank',
        isDescending: choices.happens(50),
        ...(choices.happens(80) ? { exclude: some(named) } : {}),
        ...more,
      };
    case 'shift':
      if (times.length === 0) return { makes: 'number', ...more };
      return {
        makes: 'number',
        shift: {
          ...(choices.happens(60) ? { dimension: choices.pick(times) } : {}),
          interval: choices.pick(['1 month', '1 day', '1 year', '1 quarter', '2 week', '3 hour']),
          type: choices.pick(['prior', 'next']),
        },
        ...more,
      };
    default:
      return { makes: 'number', ...more };
  }
}

function randomStageFilter(
  choices: Choices,
  named: readonly string[],
  own: readonly string[],
): NonNullable<WorldStage['filter']> {
  const texts = own.filter((id) => /\.s\d$/.test(id));
  const include =
    texts.length > 0 && choices.happens(30)
      ? [
          {
            member: choices.pick(texts),
            operator: choices.pick<'equals' | 'notEquals'>(['equals', 'notEquals']),
            values: [String(randomValue(choices, 'string'))],
          },
        ]
      : undefined;
  return {
    ...(choices.happens(60) ? { exclude: choices.some(named, 3, 1) } : { keepOnly: choices.some(named, 3, 1) }),
    ...(include ? { include } : {}),
    ...(choices.happens(30) ? { mode: 'fixed' as const } : {}),
  };
}

/** Measures over the rows around a bucket of time. */
const windows: Layer = (choices, cube) => {
  if (!choices.happens(35)) return cube;
  const added = Array.from({ length: choices.integer(1, 2) }, (_, at): WorldMeasure => {
    if (choices.happens(15)) {
      const sql = randomSql(choices, 'number');
      return { name: `roll${at}`, type: 'sum', sql, window: { trailing: 'unbounded', isOfRange: true } };
    }
    const type = choices.pick<Aggregate>(['sum', 'sum', 'avg', 'min', 'max', 'count', 'count_distinct']);
    const sql = type === 'count_distinct' ? column('s') : randomSql(choices, 'number');
    return {
      name: `roll${at}`,
      type,
      ...(type === 'count' ? {} : { sql }),
      ...(choices.happens(20) ? { filters: [randomCondition(choices)] } : {}),
      window: randomWindow(choices, cube),
    };
  });
  const hasKey = cube.dimensions.some(({ isKey }) => isKey);
  const one = choices.pick(added);
  const over: readonly WorldMeasure[] = choices.happens(40)
    ? [
        {
          name: 'rollcalc',
          type: 'calculated',
          sql: call('-', member(cube, cube, one.name), { kind: 'constant', value: 1 }),
        },
      ]
    : [];
  return hasKey ? { ...cube, measures: [...cube.measures, ...added, ...over] } : cube;
};

/** Over the rows of windows, where that is the same as over their values, and where it is a calculation. */
const windowsOverMeasures: Layer = (choices, cube) => {
  const named = (types: readonly string[]) =>
    cube.measures.filter(
      ({ name, type, window, isTime }) => types.includes(type) && !window && !isTime && !name.endsWith('_q'),
    );
  const [sums, plain] = [
    named(['sum', 'count']),
    named(['sum', 'count', 'avg', 'min', 'max', 'count_distinct', 'raw']),
  ];
  const hasKey = cube.dimensions.some(({ isKey }) => isKey);
  if (!hasKey || plain.length === 0 || !choices.happens(35)) return cube;
  const isSum = sums.length > 0 && choices.happens(50);
  const one = () => member(cube, cube, choices.pick(isSum ? sums : plain).name);
  const nothing = { kind: 'constant', value: 0 } as const;
  const sql = choices.pick([
    one(),
    one(),
    call(choices.pick(['+', '-']), one(), one()),
    call('-', call('COALESCE', one(), nothing), call('*', one(), { kind: 'constant', value: 2 })),
    ...(isSum ? [] : [call('RATIO', one(), one()), call('COALESCE', one(), { kind: 'constant', value: 7 })]),
  ]);
  const filters = !isSum && choices.happens(20) ? [call('>', one(), { kind: 'constant', value: 1 })] : [];
  const over: WorldMeasure = {
    name: 'over0',
    type: 'calculated',
    sql,
    ...(filters.length > 0 ? { filters } : {}),
    ...(isSum ? { isSumOverWindow: true } : {}),
    ...(choices.happens(50) ? { isMultiStage: true } : {}),
    window: randomWindow(choices, cube),
  };
  return { ...cube, measures: [...cube.measures, over] };
};

function randomWindow(choices: Choices, { dimensions }: WorldCube): WorldWindow {
  if (choices.happens(30)) {
    const own = dimensions.flatMap(({ granularities = [] }) => granularities.map(({ name }) => name));
    return { toDate: choices.pick(['week', 'month', 'quarter', 'year', ...own]) };
  }
  const distance = () => choices.pick(['1 day', '2 day', '1 week', '1 month', '3 month', '1 year', 'unbounded']);
  const ends = choices.pick([['trailing'], ['trailing'], ['leading'], ['trailing', 'leading']]);
  return {
    ...Object.fromEntries(ends.map((end) => [end, distance()])),
    ...(choices.happens(35) ? { offset: 'start' as const } : {}),
  };
}
