import { type Expression, writeConstant, writeSql } from './expression.ts';
import type { Filter } from './filters.ts';
import type {
  Value,
  ValueType,
  World,
  WorldChoice,
  WorldColumn,
  WorldCube,
  WorldDimension,
  WorldMeasure,
  WorldStage,
  WorldView,
  WorldWindow,
} from './world.ts';

type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain | undefined };

/** The YAML of a model. Its cubes bring their rows along, in SQL that every engine reads. */
export function writeModel({ cubes, views }: World): string {
  return [
    'cubes:',
    ...cubes.map((cube) => writePiece(cubePairs(cube))),
    ...(views.length > 0 ? ['views:', ...views.map((view) => writePiece(viewPairs(view)))] : []),
    '',
  ].join('\n');
}

function cubePairs(cube: WorldCube): Record<string, Plain> {
  return {
    name: cube.name,
    ...(cube.isCalendar ? { calendar: true } : {}),
    sql: writeSource(cube),
    joins: cube.joins.map(({ to, relationship, on }) => ({ name: to, relationship, sql: writeSql(on) })),
    dimensions: cube.dimensions.map(dimensionPairs),
    measures: cube.measures.map(measurePairs),
    segments: cube.segments.map(({ name, sql }) => ({ name, sql: writeSql(sql) })),
  };
}

function dimensionPairs({ name, type, isKey, sql, ...more }: WorldDimension): Plain {
  if (more.values) return { name, type: 'switch', values: more.values };
  return {
    name,
    type,
    sql: sql && writeSql(sql),
    ...(isKey ? { primary_key: true, public: true } : {}),
    ...(more.isSubQuery ? { sub_query: true } : {}),
    ...(more.entity ? { multi_stage: true, add_group_by: more.entity.include } : {}),
    ...(more.isMultiStage ? { multi_stage: true } : {}),
    ...(more.propagatesFilters ? { propagate_filters_to_sub_query: true } : {}),
    ...(more.case
      ? {
          case: {
            when: more.case.when.map(({ condition, label }) => ({
              sql: writeSql(condition),
              label: writeLabel(label),
            })),
            else: more.case.otherwise === undefined ? undefined : { label: writeLabel(more.case.otherwise) },
          },
        }
      : {}),
    ...(more.granularities ? { granularities: more.granularities.map((one) => ({ ...one })) } : {}),
  };
}

function writeLabel(label: string | Expression): Plain {
  return typeof label === 'string' ? label : { sql: writeSql(label) };
}

function measurePairs(measure: WorldMeasure): Plain {
  const { name, type, sql, filters = [], stage, window, isMultiStage } = measure;
  const written = filters.length > 0 ? { filters: filters.map((filter) => ({ sql: writeSql(filter) })) } : {};
  if (stage) return { name, ...stagePairs(stage, sql), ...written };
  const own = window?.isOfRange ? 'running_total' : measure.isSumOverWindow ? 'sum' : type;
  return {
    name,
    type: own === 'calculated' || own === 'raw' ? 'number' : own,
    sql: sql && writeSql(sql),
    ...(window && !window.isOfRange ? { rolling_window: windowPairs(window) } : {}),
    ...(isMultiStage ? { multi_stage: true } : {}),
    ...written,
  };
}

function windowPairs({ toDate, ...fixed }: WorldWindow): Plain {
  return toDate === undefined ? { ...fixed } : { type: 'to_date', granularity: toDate };
}

function stagePairs(stage: WorldStage, sql: Expression | undefined): Record<string, Plain | undefined> {
  const { makes, exclude, keepOnly, include, filter, shift, choice } = stage;
  const text = sql && writeSql(sql);
  return {
    type: makes,
    multi_stage: true,
    ...(choice ? { case: choicePairs(choice) } : {}),
    ...(makes === 'rank'
      ? { order_by: [{ sql: text ?? '', dir: stage.isDescending ? 'desc' : 'asc' }] }
      : { sql: text }),
    ...(exclude || keepOnly || include ? { grain: { exclude, keep_only: keepOnly, include } } : {}),
    ...(filter
      ? {
          filter: {
            exclude: filter.exclude,
            keep_only: filter.keepOnly,
            include: filter.include?.map(filterPairs),
            mode: filter.mode,
          },
        }
      : {}),
    ...(shift ? { time_shift: [{ time_dimension: shift.dimension, interval: shift.interval, type: shift.type }] } : {}),
  };
}

function choicePairs({ on, when, otherwise }: WorldChoice): Plain {
  return {
    switch: `{${on}}`,
    when: when.map(({ value, sql }) => ({ value, sql: writeSql(sql) })),
    ...(otherwise ? { else: { sql: writeSql(otherwise) } } : {}),
  };
}

function filterPairs(filter: Filter): Plain {
  if ('and' in filter) return { and: filter.and.map(filterPairs) };
  if ('or' in filter) return { or: filter.or.map(filterPairs) };
  const { member, operator, values } = filter;
  return { member, operator, values: values?.filter((value) => value !== null) };
}

function viewPairs({ name, includes, defaults = [] }: WorldView): Record<string, Plain> {
  return {
    name,
    ...(defaults.length > 0
      ? {
          default_filters: defaults.map(({ filter: { member, operator, values }, unless }) => ({
            member,
            operator,
            values: values?.filter((value) => value !== null),
            ...(unless.length > 0 ? { unless } : {}),
          })),
        }
      : {}),
    cubes: includes.map(({ path, prefix, members }) => ({
      join_path: path.join('.'),
      ...(prefix ? { prefix } : {}),
      includes: members.map(({ name: own, alias }) => (alias === undefined ? own : { name: own, alias })),
    })),
  };
}

function writePiece(pairs: Record<string, Plain>): string {
  const lines = Object.entries(pairs).flatMap(([key, value]) => {
    if (!Array.isArray(value)) return [`${key}: ${flow(value)}`];
    return value.length === 0 ? [] : [`${key}:`, ...value.map((item) => `  - ${flow(item)}`)];
  });
  return lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`).join('\n');
}

function flow(value: Plain): string {
  if (typeof value === 'string')
    return /^[a-z_][a-z0-9_]*$/.test(value) && !isWord(value) ? value : JSON.stringify(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  const pairs = Object.entries(value).flatMap(([key, item]) => (item === undefined ? [] : [`${key}: ${flow(item)}`]));
  return `{ ${pairs.join(', ')} }`;
}

function isWord(text: string): boolean {
  return ['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n'].includes(text);
}

function writeSource(cube: WorldCube): string {
  if (!cube.pushed) return writeAllRows(cube);
  const params = cube.pushed.map(
    ({ dimension, column }) => `FILTER_PARAMS.${cube.name}.${dimension}.filter('${column}')`,
  );
  const conditions = cube.pushesGroup ? [`{FILTER_GROUP(${params.join(', ')})}`] : params.map((one) => `{${one}}`);
  return `SELECT * FROM (${writeAllRows(cube)}) AS source WHERE ${conditions.join(' AND ')}`;
}

/** Cuts off rows by a LIMIT, in a total order. */
function writeAllRows(cube: WorldCube): string {
  const { cutRows, rows, dimensions } = cube;
  if (!cutRows) return writeRows(cube);
  const keys = dimensions.filter(({ isKey }) => isKey).map(({ name }) => name);
  const all = writeRows({ ...cube, rows: [...cutRows, ...rows] });
  return `SELECT * FROM (${all}) AS stored ORDER BY ${keys.join(', ')} LIMIT ${rows.length}`;
}

/** `SELECT ... UNION ALL SELECT ...`, in literals that mean the same everywhere. */
function writeRows({ columns, rows }: WorldCube): string {
  const select = (row: readonly Value[], isFirst: boolean) =>
    columns
      .map(({ name, ...column }, index) => `${writeCell(row[index] ?? null, column)}${isFirst ? ` AS ${name}` : ''}`)
      .join(', ');
  if (rows.length === 0) return `SELECT * FROM (SELECT ${select([], true)}) AS nothing WHERE 1 = 0`;
  return rows.map((row, index) => `SELECT ${select(row, index === 0)}`).join(' UNION ALL ');
}

const nothing: Readonly<Record<ValueType, string>> = {
  number: 'NULLIF(1, 1)',
  string: "NULLIF('', '')",
  boolean: '1 = NULLIF(1, 1)',
  time: "NULLIF(TIMESTAMP '2024-01-01 00:00:00', TIMESTAMP '2024-01-01 00:00:00')",
};

function writeCell(value: Value, { type, isDay, stored }: Pick<WorldColumn, 'type' | 'isDay' | 'stored'>): string {
  if (stored === 'big') return value === null ? 'NULLIF(9007199254740993, 9007199254740993)' : String(value);
  if (stored)
    return `CAST(${value === null ? 'NULL' : writeConstant(value)} AS ${stored === 'single' ? 'REAL' : 'DOUBLE'})`;
  if (isDay && value === null) return "NULLIF(DATE '2024-01-01', DATE '2024-01-01')";
  if (value === null) return nothing[type];
  if (isDay) return `DATE '${new Date(Number(value)).toISOString().slice(0, 10)}'`;
  if (type === 'time') return `TIMESTAMP '${new Date(Number(value)).toISOString().slice(0, -1).replace('T', ' ')}'`;
  return writeConstant(value);
}
