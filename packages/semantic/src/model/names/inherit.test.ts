import { describe, expect, it } from 'vitest';
import { buildModel, cubeOf, messages, memberOf, placeText, shop, sqlOf } from '../model-fixture.ts';

const child = (more: string) => buildModel(`${shop}  - {name: vip, extends: orders, ${more}}\n`);

describe('a cube that extends another', () => {
  it('has its members, with itself as CUBE, and keeps its own definitions of the same name', () => {
    const build = child(
      'dimensions: [{name: status, type: string, sql: state}, {name: rank, type: number, sql: rank}]',
    );
    expect(messages(build.problems)).toEqual([]);
    expect(cubeOf(build, 'vip').dimensions.map(({ name }) => name)).toEqual(['id', 'status', 'created_at', 'rank']);
    expect(sqlOf(build, 'vip.status')).toBe('[vip].state');
    expect(sqlOf(build, 'vip.done')).toBe("[vip].status = 'done'");
    expect(cubeOf(build, 'vip').extends).toBe('orders');
  });

  it('has its joins first, then its own; its own wins when both lead to the same cube', () => {
    const build = child(
      'joins: [{name: items, relationship: one_to_one, sql: "{CUBE}.item = {items.id}"}, {name: customers_2, relationship: many_to_one, sql: "1 = 1"}]',
    );
    expect(messages(build.problems)).toEqual(["Cube customers_2 doesn't exist"]);
    const own = child('joins: [{name: items, relationship: one_to_one, sql: "{CUBE}.item = {items.id}"}]');
    expect(cubeOf(own, 'vip').joins.map(({ from, to, relationship }) => [from, to, relationship])).toEqual([
      ['vip', 'customers', 'many-to-one'],
      ['vip', 'items', 'one-to-one'],
    ]);
  });

  it('hides the table of its base behind its own SELECT', () => {
    expect(cubeOf(child('sql: "SELECT 1"'), 'vip').source.kind).toBe('select');
    expect(cubeOf(child('title: x'), 'vip').source).toEqual(cubeOf(child('title: x'), 'orders').source);
  });

  it('inherits all keys of its base except the SQL alias', () => {
    const build = buildModel(`cubes:
  - {name: base, sql_table: t, title: Base, public: false, data_source: other, sql_alias: b, meta: {a: 1}}
  - {name: a, extends: base, public: true}`);
    expect(cubeOf(build, 'a')).toMatchObject({
      title: 'Base',
      isPublic: true,
      dataSource: 'other',
      alias: 'a',
      meta: { a: 1 },
    });
  });

  it('may come before its base, and from another file', () => {
    const build = buildModel({ 'a.yml': 'cubes: [{name: vip, extends: orders}]', 'b.yml': shop });
    expect(memberOf(build, 'vip.total').title).toBe('Vip Total');
  });

  it('cannot define a member for another kind', () => {
    expect(messages(child('dimensions: [{name: total, type: number, sql: x}]').problems)).toEqual([
      'vip cube: total defined more than once',
    ]);
  });
});

describe('a cube that extends a cube that joins it', () => {
  const text = (own: string) => `cubes:
  - name: employees
    sql_table: employees
    joins: [{name: managers, relationship: many_to_one, sql: "{CUBE}.manager_id = {managers.id}"}]
    dimensions: [{name: id, type: number, sql: id, primary_key: true}, {name: name, type: string, sql: name}]
  - {name: managers, extends: employees${own}}`;

  it('is an alias of the table, and does not inherit the join to itself', () => {
    const { problems, pieces } = buildModel(text(''));
    expect(messages(problems)).toEqual([]);
    expect(pieces.map((piece) => piece.kind === 'cube' && piece.joins.map(({ to }) => to))).toEqual([['managers'], []]);
  });

  it('is refused when it defines that join itself', () => {
    const own = ', joins: [{name: managers, relationship: many_to_one, sql: "{CUBE}.manager_id = {managers.id}"}]';
    expect(messages(buildModel(text(own)).problems)).toEqual([expect.stringContaining('cannot join itself')]);
  });
});

describe('a problem of a base', () => {
  it('is reported once, and disables what extends it', () => {
    const build = buildModel(`cubes:
  - {name: base, sql_table: t, joins: [{name: ghost, relationship: one_to_one, sql: "1 = 1"}]}
  - {name: middle, extends: base}
  - {name: child, extends: middle}
  - {name: other, sql_table: t}`);
    expect(messages(build.problems)).toEqual(["Cube ghost doesn't exist"]);
    expect(build.unavailable.map(({ name }) => name).toSorted()).toEqual(['base', 'child', 'middle']);
    expect(build.pieces.map(({ name }) => name)).toEqual(['other']);
  });

  it('is reported once, and disables the inherited member only when it is about a member', () => {
    const build = buildModel(`cubes:
  - {name: base, sql_table: t, dimensions: [{name: a, type: string, sql: "{ghost.x}"}, {name: b, type: string, sql: b}]}
  - {name: middle, extends: base}
  - {name: child, extends: middle}`);
    expect(messages(build.problems)).toEqual(["ghost.x cannot be resolved. There's no such member or cube."]);
    expect(build.problems.map(placeText)).toEqual(['model.yml:2:75']);
    expect(build.pieces.map(({ dimensions }) => dimensions.map(({ id }) => id))).toEqual([
      ['base.b'],
      ['middle.b'],
      ['child.b'],
    ]);
  });

  it('may be that the base does not exist', () => {
    expect(messages(buildModel('cubes: [{name: a, extends: order}]').problems)).toEqual(["Cube order doesn't exist"]);
    expect(messages(buildModel('cubes: [{name: a, sql_table: t}]\nviews: [{name: v, extends: a}]').problems)).toEqual([
      "View a doesn't exist",
    ]);
  });
});
