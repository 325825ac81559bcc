import type { Access, CubeName, MemberId, ModelIndex } from '@orrery/semantic';
import {
  type Column,
  type ColumnId,
  columnsRead,
  type Scalar,
  conjuncts,
  hasQuery,
  type JoinRelation,
} from '../relation/index.ts';
import { StatementRefused } from '../refusal.ts';
import { equated } from './above/row-keys.ts';
import { pathsTo } from './listed-joins.ts';
import { isNullWith } from './merge/rejects-null.ts';
import { columnScalar, type OpenPart, overBase, type ShownColumn } from './part.ts';

/**
 * Two selections joined as the model joins their cubes: by CROSS JOIN, or on `__cubeJoinField`.
 *
 * @param needed columns that somebody reads
 * @returns undefined when a view is joined by columns and no measure is read, so that SQL may join their rows
 * @throws StatementRefused for cubes that are joined by other columns, and for measures of views
 */
export function joinOpen(
  left: OpenPart,
  right: OpenPart,
  given: JoinRelation,
  seen: { readonly model: ModelIndex; readonly access: Access; readonly needed: ReadonlySet<ColumnId> },
): OpenPart | undefined {
  const { join, on, position, isListed = false } = given;
  const { model, needed } = seen;
  const conditions = on ? conjuncts(on).map((one) => overBase(left, overBase(right, one))) : [];
  const base = new Map([...left.base, ...right.base]);
  const byModel = conditions.filter((one) => isJoinField(one, base));
  const others = conditions.filter((one) => !isJoinField(one, base));
  // An inner join keeps the rows of which its other conditions are true.
  const isByModel =
    join === 'cross' || (byModel.length > 0 && (others.length === 0 || (join === 'inner' && !others.some(hasQuery))));
  if (!isByModel) {
    const isOfRows = byModel.length === 0 && !isOfCubes([left, right], model);
    if (isOfRows && ![left, right].some((one) => readsMeasure(one, needed))) return undefined;
    return refuseColumns([left, right], model, position);
  }
  if (join === 'right') return joinOpen(right, left, { ...given, join: 'left' }, seen);
  if (right.filters.length > 0 && join === 'left') refuseFiltered(position);
  const shown = join === 'left' ? absentWithout(right, seen, position) : right.columns;
  if (join === 'full') return refuseKind(join, position);
  const [from, to] = [lastOf(left, byModel), right.pieces[0]?.piece];
  const way = from !== undefined && to !== undefined ? wayBetween(model, from, to) : undefined;
  if (way?.isBackwards && join === 'left') refuseBackwards(position);
  const path = from !== undefined && to !== undefined ? (way?.isBackwards ? [to, from] : pathTo(left, from, to)) : [];
  const hints = path.length > 0 ? [path] : [];
  const isFree = isListed || (way?.isDirect !== true && isOfCubes([left, right], model));
  const pieces = [...left.pieces, ...right.pieces];
  const isAllListed = isFree && left.joinHints.length + right.joinHints.length === 0;
  const ways = isAllListed
    ? pathsTo(
        pieces.map(({ piece }) => piece),
        model,
      )
    : undefined;
  return {
    kind: 'open',
    pieces,
    joinHints: [
      ...withoutBeginnings(left.joinHints, isFree ? [] : hints),
      ...right.joinHints,
      ...(isFree ? [] : hints),
    ],
    listed: ways ?? [...left.listed, ...right.listed, ...(isFree ? hints : [])],
    filters: [...left.filters, ...right.filters, ...others],
    base,
    columns: new Map([...left.columns, ...shown]),
  };
}

function readsMeasure({ columns, base }: OpenPart, needed: ReadonlySet<ColumnId>): boolean {
  const read = [...columns].flatMap(([id, { expression }]) => (needed.has(id) ? columnsRead(expression) : []));
  return read.some((id) => base.get(id)?.role.kind === 'measure');
}

/**
 * Finds the direction in which joins of the model lead from one cube to another, and whether a join leads there without
 * cubes between.
 */
function wayBetween(
  model: ModelIndex,
  from: CubeName,
  to: CubeName,
): { readonly isBackwards: boolean; readonly isDirect: boolean } | undefined {
  if (leadsTo(model, from, to)) return { isBackwards: false, isDirect: joinsOf(model, from).includes(to) };
  if (leadsTo(model, to, from)) return { isBackwards: true, isDirect: joinsOf(model, to).includes(from) };
  return undefined;
}

function leadsTo(model: ModelIndex, from: CubeName, to: CubeName): boolean {
  const seen = new Set([from]);
  for (const cube of seen) for (const next of joinsOf(model, cube)) seen.add(next);
  return from !== to && seen.has(to);
}

function joinsOf(model: ModelIndex, name: CubeName): readonly CubeName[] {
  const piece = model.pieces.get(name);
  return piece?.kind === 'cube' ? piece.joins.map((join) => join.to) : [];
}

function isOfCubes(parts: readonly OpenPart[], model: ModelIndex): boolean {
  return parts.flatMap(({ pieces }) => pieces).every(({ piece }) => model.pieces.get(piece)?.kind === 'cube');
}

/** The path from the first cube of a chain of joins. */
function pathTo({ joinHints }: OpenPart, from: CubeName, to: CubeName): readonly CubeName[] {
  const before = joinHints.find((path) => path.includes(from));
  return before ? [...before.slice(0, before.indexOf(from) + 1), to] : [from, to];
}

/** A path that another one begins with says nothing. */
function withoutBeginnings(paths: OpenPart['joinHints'], longer: OpenPart['joinHints']): OpenPart['joinHints'] {
  return paths.filter((path) => !longer.some((one) => path.every((cube, index) => one[index] === cube)));
}

/**
 * The columns of the right side, which a row without a partner has NULL in. One that is computed of constants is tested for
 * a key of its cube, which each row has.
 *
 * @throws StatementRefused where the key is no column that the caller sees, or masked
 */
function absentWithout(
  right: OpenPart,
  { model, access }: { readonly model: ModelIndex; readonly access: Access },
  position: number,
): OpenPart['columns'] {
  if ([...right.columns.values()].every(({ expression }) => isStrict(expression))) return right.columns;
  const [first] = right.pieces;
  const piece = first && model.pieces.get(first.piece);
  const keys: readonly string[] = piece?.kind === 'cube' ? piece.primaryKey : [];
  const policies = (first && access.policies.get(first.piece)) ?? [];
  const isShown = (member: MemberId) => !policies.some(({ masks }) => masks.has(member));
  const key = [...right.base.values()].find(
    ({ role }) => 'member' in role && keys.includes(role.member) && isShown(role.member),
  );
  const columns = [...right.columns].map(([id, { column, expression }]): [ColumnId, ShownColumn] => {
    if (isStrict(expression)) return [id, { column, expression }];
    if (!key) return refuseComputed(column, position);
    const bool = { name: 'bool' } as const;
    const isThere: Scalar = { kind: 'is-null', operand: columnScalar(key), isNegated: true, type: bool };
    const value: Scalar = { kind: 'case', when: [{ condition: isThere, value: expression }], type: expression.type };
    return [id, { column, expression: value }];
  });
  return new Map(columns);
}

function refuseComputed({ name }: Column, position: number): never {
  throw new StatementRefused({
    kind: 'Unsupported Error',
    code: 'sql.join-computed',
    message: `'${name}' is computed on the right side of a LEFT JOIN, and may have a value where the join finds no row`,
    position,
    hint: 'Compute it in the select list of the whole statement, or show the primary key of the cube to the caller',
  });
}

/** Whether an expression is NULL where all of its columns are. */
function isStrict(scalar: Scalar): boolean {
  return isNullWith(scalar, new Set(columnsRead(scalar)));
}

/** `a.__cubeJoinField = b.__cubeJoinField`, where NULL may be equal too. */
export function isJoinField(condition: Scalar, base: OpenPart['base']): boolean {
  const pair = equated(condition);
  return pair !== undefined && pair.every((one) => one.kind === 'column' && roleOf(one.column, base) === 'join');
}

function roleOf(id: ColumnId, base: OpenPart['base']): string | undefined {
  return base.get(id)?.role.kind;
}

/** The cube of the left side that the condition names, or its last one. */
function lastOf(left: OpenPart, conditions: readonly Scalar[]): CubeName | undefined {
  for (const condition of conditions) {
    for (const one of equated(condition) ?? []) {
      const piece = one.kind === 'column' ? left.base.get(one.column)?.piece : undefined;
      if (piece !== undefined) return piece;
    }
  }
  return left.pieces.at(-1)?.piece;
}

function refuseColumns(parts: readonly OpenPart[], model: ModelIndex, position: number): never {
  throw new StatementRefused({
    kind: 'Rewrite Error',
    code: 'sql.join-columns',
    message: 'Use __cubeJoinField to join Cubes',
    position,
    hint: isOfCubes(parts, model)
      ? 'ON a.__cubeJoinField = b.__cubeJoinField, or group one side in a sub-select'
      : 'Measures of joined views are those of groups by the columns of the join, or of the rows that it keeps; otherwise group one side in a sub-select',
  });
}

function refuseBackwards(position: number): never {
  throw new StatementRefused({
    kind: 'Unsupported Error',
    code: 'sql.join-direction',
    message: 'The model joins these cubes in the other direction, and would drop rows that this LEFT JOIN keeps',
    position,
    hint: 'Write the cube on the right first, use INNER JOIN, or declare the join in this direction in the model',
  });
}

function refuseKind(join: string, position: number): never {
  throw new StatementRefused({
    kind: 'Unsupported Error',
    code: 'sql.join-kind',
    message: `Cubes are joined as the model joins them: ${join.toUpperCase()} JOIN is not supported between them`,
    position,
  });
}

export function refuseFiltered(position: number): never {
  throw new StatementRefused({
    kind: 'Rewrite Error',
    code: 'sql.join-filtered',
    message:
      'Can not join Cubes. This is most likely due to one of the following reasons:\n• one of the cubes contains a group by\n• one of the cubes contains a measure\n• the cube on the right contains a filter, sorting or limits\n',
    position,
    hint: 'Put the condition into the WHERE of the whole statement',
  });
}
