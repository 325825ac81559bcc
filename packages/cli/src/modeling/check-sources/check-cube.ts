import type { ResultColumn } from '@orrery/engines';
import {
  aggregatesValues,
  compileRefreshKey,
  type Cube,
  type Dialect,
  type Dimension,
  type Measure,
  type Member,
  type ModelSite,
  type Probes,
  type Segment,
  fragmentsOf,
} from '@orrery/semantic';
import type { SourceReply, SourceProbe } from './ask-source.ts';
import { canAggregate, fits, type SourceType, measureFits, spoken, wayOut } from './compare-types.ts';
import type { SourceFault } from './fault.ts';
import { nearColumn, nearTable } from './near-names.ts';

/** Engines limit the columns of a statement. */
const maxMembers = 100;

/**
 * Tests everything in a cube in one statement, and members one by one only when that is refused, so a valid cube costs
 * three statements.
 *
 * @throws SourceLost
 */
export async function checkCube(whole: Cube, probes: Probes, source: SourceProbe): Promise<readonly SourceFault[]> {
  // Leaves out switches, which have no value in the rows of the source.
  const cube = { ...whole, dimensions: whole.dimensions.filter(({ expression }) => expression.kind !== 'switch') };
  const faults = await checkTogether(cube, probes, source);
  if (faults) return faults;
  const reply = await source.ask(probes.source(cube));
  if (reply.kind !== 'accepted') {
    const site = { kind: 'source', cube: cube.name } as const;
    return [
      { kind: 'source', site, options: nearTable(cube, await source.tables()), fragments: [], reason: reply.reason },
    ];
  }
  const found: SourceFault[] = [];
  for (const dimension of cube.dimensions) found.push(...(await checkDimension(dimension, cube, probes, source)));
  for (const segment of cube.segments) found.push(...(await checkSegment(segment, cube, probes, source)));
  for (const measure of cube.measures) found.push(...(await checkMeasure(measure, cube, probes, source)));
  return found;
}

/** @throws SourceLost */
export async function checkRefreshKey(
  { name, refreshKey }: Cube,
  { model }: Probes,
  source: SourceProbe,
): Promise<readonly SourceFault[]> {
  if (refreshKey?.kind !== 'sql') return [];
  const reply = await source.askNothingOf(compileRefreshKey(refreshKey, name, model, source.dialect));
  if (reply.kind === 'accepted') return [];
  const site = { kind: 'refresh-key', cube: name } as const;
  return [{ kind: 'refresh-key', site, options: {}, fragments: [refreshKey.sql], reason: reply.reason }];
}

/** @throws SourceLost */
export async function checkJoins(
  { joins }: Cube,
  probes: Probes,
  source: SourceProbe,
): Promise<readonly SourceFault[]> {
  const faults: SourceFault[] = [];
  for (const join of joins.filter(({ fault }) => fault === undefined)) {
    const reply = await source.ask(probes.join(join));
    if (reply.kind === 'accepted') continue;
    const site = { kind: 'join', cube: join.from, to: join.to } as const;
    const fragments = [join.sql];
    const options = nearColumn(fragments, probes.model, await source.tables());
    faults.push({ kind: 'join', site, options, fragments, reason: reply.reason });
  }
  return faults;
}

/** @returns `undefined` when the source refuses something */
async function checkTogether(
  { name, dimensions, segments, measures }: Cube,
  probes: Probes,
  source: SourceProbe,
): Promise<readonly SourceFault[] | undefined> {
  const faults: SourceFault[] = [];
  const valued = measures.filter(aggregatesValues);
  const rows = parts(dimensions, Math.ceil(segments.length / maxMembers)).map((some, index) =>
    probes.rows(name, some, parts(segments, 0)[index] ?? []),
  );
  const replies = await askAll(rows, source);
  const stored = await askAll(
    [...parts(dimensions, 0), ...parts(valued, 0)].map((some) => probes.stored(some)),
    source,
  );
  const taken = await askAll(
    parts(measures, 0).map((some) => probes.measures(some)),
    source,
  );
  if (!replies || !stored || !taken) return undefined;
  [...dimensions, ...valued].forEach((member, index) =>
    faults.push(...compareStored(member, name, stored[index], source)),
  );
  measures.forEach((measure, index) => faults.push(...compareMeasure(measure, name, taken[index], source)));
  return faults;
}

/** Splits a list into parts of at most `maxMembers`, and at least `least` parts. */
function parts<T>(items: readonly T[], least: number): readonly (readonly T[])[] {
  const count = Math.max(least, Math.ceil(items.length / maxMembers));
  return Array.from({ length: count }, (_, index) => items.slice(index * maxMembers, (index + 1) * maxMembers));
}

/** Returns the columns of all members, or `undefined` as soon as one is refused. */
async function askAll(
  queries: readonly Parameters<SourceProbe['ask']>[0][],
  source: SourceProbe,
): Promise<readonly ResultColumn[] | undefined> {
  const columns: ResultColumn[] = [];
  for (const query of queries) {
    const reply = await source.ask(query);
    if (reply.kind !== 'accepted') return undefined;
    columns.push(...reply.columns);
  }
  return columns;
}

async function checkDimension(
  dimension: Dimension,
  cube: Cube,
  probes: Probes,
  source: SourceProbe,
): Promise<readonly SourceFault[]> {
  const stored = await source.ask(probes.stored([dimension]));
  if (stored.kind !== 'accepted') return [await refused(dimension, cube, stored, probes, source)];
  const differs = compareStored(dimension, cube.name, stored.columns[0], source);
  if (differs.length > 0) return differs;
  const used = await source.ask(probes.rows(cube.name, [dimension], []));
  return used.kind === 'accepted' ? [] : [await refused(dimension, cube, used, probes, source)];
}

async function checkSegment(
  segment: Segment,
  cube: Cube,
  probes: Probes,
  source: SourceProbe,
): Promise<readonly SourceFault[]> {
  const reply = await source.ask(probes.rows(cube.name, [], [segment]));
  return reply.kind === 'accepted' ? [] : [await refused(segment, cube, reply, probes, source)];
}

async function checkMeasure(
  measure: Measure,
  cube: Cube,
  probes: Probes,
  source: SourceProbe,
): Promise<readonly SourceFault[]> {
  const faults: SourceFault[] = [];
  if (aggregatesValues(measure)) {
    const stored = await source.ask(probes.stored([measure]));
    if (stored.kind !== 'accepted') return [await refused(measure, cube, stored, probes, source)];
    faults.push(...compareStored(measure, cube.name, stored.columns[0], source));
  }
  const filters = measure.expression.kind === 'aggregate' ? measure.expression.filters : [];
  for (const [index, filter] of filters.entries()) {
    const reply = await source.ask(probes.filter(measure, index));
    if (reply.kind === 'accepted') continue;
    const site = { kind: 'filter', cube: cube.name, member: measure.name, index } as const;
    const options = nearColumn([filter], probes.model, await source.tables());
    faults.push({ kind: 'filter', site, options, fragments: [filter], member: measure.id, reason: reply.reason });
  }
  if (faults.length > 0) return faults;
  const reply = await source.ask(probes.measures([measure]));
  if (reply.kind !== 'accepted') return [await refused(measure, cube, reply, probes, source)];
  return compareMeasure(measure, cube.name, reply.columns[0], source);
}

async function refused(
  member: Member,
  cube: Cube,
  { kind, reason }: Exclude<SourceReply, { kind: 'accepted' }>,
  probes: Probes,
  source: SourceProbe,
): Promise<SourceFault> {
  const site = siteOf(member, cube.name);
  const fragments = fragmentsOf(member);
  if (kind === 'unplanned') return { kind: 'unanswerable', site, options: {}, fragments, member: member.id, reason };
  const options = nearColumn(fragments, probes.model, await source.tables());
  return { kind: 'member', site, options, fragments, member: member.id, reason };
}

function compareStored(
  member: Dimension | Measure,
  cube: string,
  column: ResultColumn | undefined,
  { dialect }: SourceProbe,
): readonly SourceFault[] {
  if (!column) throw new Error(`the data source gave no column for '${member.id}'`);
  const site = siteOf(member, cube);
  if (member.kind === 'dimension') {
    return fits(member, column.type, dialect) ? [] : [differs(member, site, column.type, dialect)];
  }
  if (canAggregate(member, column.type)) return [];
  const aggregate = member.aggregateType;
  const options = { hint: 'Cast them in sql, or count them' };
  return [
    { kind: 'aggregate', site, options, fragments: [], member: member.id, aggregate, found: spoken[column.type] },
  ];
}

function compareMeasure(
  measure: Measure,
  cube: string,
  column: ResultColumn | undefined,
  { dialect }: SourceProbe,
): readonly SourceFault[] {
  if (!column) throw new Error(`the data source gave no column for '${measure.id}'`);
  return measureFits(measure, column.type, dialect)
    ? []
    : [differs(measure, siteOf(measure, cube), column.type, dialect)];
}

function differs({ id, type }: Dimension | Measure, site: ModelSite, found: SourceType, dialect: Dialect): SourceFault {
  const options = wayOut(type, found, dialect);
  return { kind: 'type', site, options, fragments: [], member: id, declared: type, found: spoken[found] };
}

function siteOf({ name }: Member, cube: string): ModelSite {
  return { kind: 'member', cube, member: name };
}
