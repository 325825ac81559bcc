import type { Choices } from './choices.ts';
import { call, column, type Expression } from './expression.ts';
import { plainColumns, randomCell } from './random-data.ts';
import { randomMembers } from './random-members.ts';
import { withOtherTypes } from './random-other-types.ts';
import { randomView } from './random-view.ts';
import type { Relationship, Value, World, WorldColumn, WorldCube, WorldJoin } from './world.ts';

/** A cube in the making: its rows are known, its members are not. */
interface Sketch {
  readonly name: string;
  readonly keys: readonly WorldColumn[];
  readonly keyRows: readonly (readonly Value[])[];
  readonly references: WorldColumn[];
  /** By row, the cells of `references`. */
  readonly referenceCells: Value[][];
  readonly joins: WorldJoin[];
}

/** @param hasOtherTypes whether cubes may have numbers of four bytes, large integers, and texts over other types */
export function randomWorld(choices: Choices, { hasOtherTypes = false } = {}): World {
  const count = choices.pick([1, 1, 2, 2, 3, 3, 3, 4]);
  const sketches: Sketch[] = [];
  for (let index = 0; index < count; index++) {
    const sketch = randomSketch(choices, `c${index}`, count === 1);
    const near = index > 0 ? choices.pick(sketches) : undefined;
    if (near) connect(choices, near, sketch);
    const others = sketches.filter((one) => one !== near);
    if (others.length > 0 && choices.happens(20)) connect(choices, choices.pick(others), sketch);
    sketches.push(sketch);
  }
  const cubesOfRows = sketches.map((sketch) => cubeOf(choices, sketch));
  const stored = hasOtherTypes ? cubesOfRows.map((cube) => withOtherTypes(choices, cube)) : cubesOfRows;
  const bare = randomMembers(choices, stored);
  const cubes = choices.happens(60) ? bare.map((cube) => withPushedFilters(choices, bare, cube)) : bare;
  const world: World = { cubes, views: [] };
  return { ...world, views: choices.happens(50) ? [randomView(choices, world)] : [] };
}

function randomSketch(choices: Choices, name: string, isAlone: boolean): Sketch {
  const rowCount = choices.pick([0, 1, 2, 3, 4, 5, 6, 6, 7, 8, 8]);
  const kind = choices.pick(['number', 'number', 'string', 'two', isAlone ? 'none' : 'number']);
  const keys: readonly WorldColumn[] =
    kind === 'two'
      ? [
          { name: 'k0', type: 'string' },
          { name: 'k1', type: 'number' },
        ]
      : kind === 'none'
        ? []
        : [{ name: 'k0', type: kind === 'string' ? 'string' : 'number' }];
  // Two texts that are one when put together, so that a key is never made of its parts' texts.
  const pairs = ['a', 'ab', 'b'].flatMap((text) => [1, 11, 2].map((number) => [text, number]));
  const all: readonly (readonly Value[])[] =
    kind === 'two' ? pairs : Array.from({ length: 9 }, (_, at) => [kind === 'string' ? `k${at}` : at + 1]);
  const keyRows = kind === 'none' ? Array.from({ length: rowCount }, () => []) : choices.some(all, rowCount, rowCount);
  return { name, keys, keyRows, references: [], referenceCells: keyRows.map(() => []), joins: [] };
}

/** Lets rows of one cube refer to the other's, and declares the join from one side, or from both. */
function connect(choices: Choices, one: Sketch, other: Sketch): void {
  const [holder, target] = choices.happens(50) ? [one, other] : [other, one];
  const isUnique = choices.happens(15);
  const columns = target.keys.map(({ name, type }) => ({ name: `${target.name}_${name}`, type }));
  const free = [...target.keyRows];
  for (const cells of holder.referenceCells) cells.push(...reference(choices, target, free, isUnique));
  holder.references.push(...columns);

  const extra: readonly Expression[] = choices.happens(15)
    ? [call('>=', column(choices.pick(['n', 'm']), holder.name), { kind: 'constant', value: 1 })]
    : [];
  const on = (self: Sketch): Expression =>
    all([
      ...target.keys.map(({ name }, at) =>
        call('=', side(holder, self, columns[at]?.name ?? '', false), side(target, self, name, choices.happens(50))),
      ),
      ...extra.map((condition) => ownColumns(condition, self)),
    ]);
  const declared = choices.pick(['holder', 'target', 'both']);
  const way = (relationship: Relationship): Relationship => (isUnique ? 'one_to_one' : relationship);
  if (declared !== 'target') {
    holder.joins.push({ to: target.name, relationship: way('many_to_one'), on: on(holder) });
  }
  if (declared !== 'holder') {
    target.joins.push({ to: holder.name, relationship: way('one_to_many'), on: on(target) });
  }
}

/** Cells that refer to a row of the target, to none, or to one that does not exist. */
function reference(choices: Choices, target: Sketch, free: (readonly Value[])[], isUnique: boolean): readonly Value[] {
  const candidates = isUnique ? free : target.keyRows;
  if (candidates.length === 0 || choices.happens(15)) return target.keys.map(() => null);
  if (choices.happens(10)) return target.keys.map(({ type }) => (type === 'string' ? 'nobody' : 99));
  const chosen = choices.pick(candidates);
  if (isUnique) free.splice(free.indexOf(chosen), 1);
  return chosen;
}

function side(cube: Sketch, self: Sketch, name: string, isMember: boolean): Expression {
  const owner = cube === self ? {} : { cube: cube.name };
  return isMember ? { kind: 'member', ...owner, name } : { kind: 'column', ...owner, name };
}

/** `{CUBE}.x` for columns of the cube that declares. */
function ownColumns(expression: Expression, self: Sketch): Expression {
  if (expression.kind === 'call')
    return { ...expression, operands: expression.operands.map((one) => ownColumns(one, self)) };
  return expression.kind === 'column' && expression.cube === self.name
    ? { kind: 'column', name: expression.name }
    : expression;
}

function cubeOf(choices: Choices, sketch: Sketch): WorldCube {
  const rows = sketch.keyRows.map((key, at) => [
    ...key,
    ...(sketch.referenceCells[at] ?? []),
    ...plainColumns.map((one) => randomCell(choices, one)),
  ]);
  return {
    name: sketch.name,
    columns: [...sketch.keys, ...sketch.references, ...plainColumns],
    rows,
    joins: sketch.joins,
    dimensions: sketch.keys.map(({ name, type }) => ({ name, type, isKey: true, sql: column(name) })),
    measures: [],
    segments: [],
  };
}

function all(conditions: readonly Expression[]): Expression {
  const [only, ...others] = conditions;
  if (!only) throw new Error('no condition');
  return others.length === 0 ? only : call('AND', ...conditions);
}

/** Adds pushed filters to a cube, unless it has measures that read rows which the question filters out. */
function withPushedFilters(choices: Choices, cubes: readonly WorldCube[], cube: WorldCube): WorldCube {
  const readsMore = cube.measures.some(({ stage, window }) => stage !== undefined || window !== undefined);
  const plain = cube.dimensions.flatMap(({ name, sql }) =>
    sql?.kind === 'column' && /^[nst]\d$/.test(name) ? [{ dimension: name, column: sql.name }] : [],
  );
  if (cubes.length > 1 || readsMore || plain.length === 0) return cube;
  return { ...cube, pushed: choices.some(plain, 2, 1), ...(choices.happens(50) ? { pushesGroup: true } : {}) };
}
