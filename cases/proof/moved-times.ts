import { columnsIn, type Expression, membersIn } from './expression.ts';
import { dimensionOf, findMember, type Found, type FoundDimension } from './members.ts';
import type { World } from './world.ts';

/** The column of a time, `cube.column`, if it is nothing else or another name of one. */
export function columnOfTime(world: World, found: FoundDimension): string | undefined {
  const { sql = maskedBy(found), masked } = found.member;
  if (sql?.kind === 'column') return `${sql.cube ?? found.cube.name}.${sql.name}`;
  if (sql?.kind !== 'member' || sql.granularity !== undefined || masked) return undefined;
  return columnOfTime(world, dimensionOf(world, found.cube, sql));
}

/** What stands for a time on every row. */
function maskedBy({ member: { masked } }: FoundDimension): Expression | undefined {
  return masked?.find(({ unless }) => !unless)?.shown;
}

/** The columns of times that a member of rows is computed from. */
export function timeColumnsOf(world: World, found: Found): readonly string[] {
  if (found.kind === 'dimension' && (found.member.isSubQuery || found.member.entity)) return [];
  return expressionsOf(found).flatMap((sql) => timeColumnsIn(world, found, sql));
}

function timeColumnsIn(world: World, { cube }: Found, sql: Expression): readonly string[] {
  const own = columnsIn(sql)
    .map((one) => ({ owner: one.cube ?? cube.name, name: one.name }))
    .filter(({ name }) => name === 't' || name === 'd')
    .map(({ owner, name }) => `${owner}.${name}`);
  const referred = membersIn(sql).flatMap((reference) => {
    const found = findMember(world, `${reference.cube ?? cube.name}.${reference.name}`);
    return found.kind === 'measure' ? [] : timeColumnsOf(world, found);
  });
  return [...own, ...referred];
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
