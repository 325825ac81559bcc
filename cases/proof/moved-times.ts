import { columnsIn, type Expression, membersIn } from './expression.ts';
import { dimensionOf, findMember, type Found, type FoundDimension, pathsOf } from './members.ts';
import { cubeNamed, type World } from './world.ts';

/** The column of a time, `cube.column`, if it is nothing else or another name of one. */
export function columnOfTime(world: World, found: FoundDimension): string | undefined {
  const { sql = maskedBy(found), masked } = found.member;
  if (sql?.kind === 'column') return `${sql.cube ?? found.cube.name}.${sql.name}`;
  if (sql?.kind !== 'member' || sql.granularity !== undefined || masked) return undefined;
  return columnOfTime(world, dimensionOf(world, found.cube, sql));
}

/** Values that stand for a time on every row. */
function maskedBy({ member: { masked } }: FoundDimension): Expression | undefined {
  return masked?.find(({ unless }) => !unless)?.shown;
}

/** The columns of times that a member of rows is computed from. */
export function timeColumnsOf(world: World, found: Found): readonly string[] {
  if (found.kind === 'dimension' && (found.member.isSubQuery || found.member.entity)) return [];
  return expressionsOf(found).flatMap((sql) => timeColumnsIn(world, found, sql));
}

/** Whether a member reads the row of a table of days. */
export function readsCalendar(world: World, found: Found): boolean {
  return world.calendar !== undefined && pathsOf(world, found).some((path) => path.at(-1) === world.calendar?.cube);
}

/** The column of the time by which facts look up their row of the table of days. */
export function columnOfFacts({ calendar }: World): string | undefined {
  return calendar && `${calendar.from}.${calendar.column}`;
}

/** The column of the days themselves. */
export function columnOfDays({ calendar }: World): string | undefined {
  return calendar && `${calendar.cube}.day`;
}

/** Tells whether a member is computed from one of these times, or has its value from the row of the day of one. */
export function computedFrom(world: World, columns: readonly (string | undefined)[]): (found: Found) => boolean {
  const [facts, days] = [columnOfFacts(world), columnOfDays(world)];
  const isAlongFacts = facts !== undefined && columns.includes(facts);
  const isAlongDays = days !== undefined && columns.includes(days);
  // The join equates the days with the times of the facts.
  const equal = isAlongDays ? [...columns, facts] : columns;
  return (found) =>
    timeColumnsOf(world, found).some((column) => equal.includes(column)) ||
    ((isAlongFacts || isAlongDays) && readsCalendar(world, found));
}

function timeColumnsIn(world: World, { cube }: Found, sql: Expression): readonly string[] {
  const own = columnsIn(sql)
    .map((one) => ({ owner: one.cube ?? cube.name, name: one.name }))
    .filter(({ owner, name }) => isShownAsTime(world, owner, name))
    .map(({ owner, name }) => `${owner}.${name}`);
  const referred = membersIn(sql).flatMap((reference) => {
    const found = findMember(world, `${reference.cube ?? cube.name}.${reference.name}`);
    return found.kind === 'measure' ? [] : timeColumnsOf(world, found);
  });
  return [...own, ...referred];
}

/** Whether a time dimension of the cube shows the column, whatever callers see of the dimension. */
function isShownAsTime(world: World, owner: string, name: string): boolean {
  return cubeNamed(world.real ?? world, owner).dimensions.some(
    ({ type, sql }) => type === 'time' && sql?.kind === 'column' && (sql.cube ?? owner) === owner && sql.name === name,
  );
}

function expressionsOf(found: Found): readonly Expression[] {
  switch (found.kind) {
    case 'dimension': {
      const { sql, case: branches, masked } = found.member;
      const masks = masked?.flatMap(({ shown }) => shown ?? []) ?? [];
      return [...(sql ? [sql] : []), ...(branches?.when.map(({ condition }) => condition) ?? []), ...masks];
    }
    case 'measure':
      return found.member.filters ?? [];
    case 'segment':
      return [found.member.sql];
  }
}
