import { didYouMean, shownLiteral } from '@orrery/kernel';
import type { Column, Computed, Relation, Scalar, JoinRelation } from '../relation/index.ts';
import type { Expression, FromItem, Name } from '../syntax/index.ts';
import { refusePlan, refuseUnsupported } from '../refusal.ts';
import type { CatalogRelation } from '../catalog/index.ts';
import { readCatalog, shownAndSystem } from './catalog/read-catalog.ts';
import { bindRowsOfFunction } from './rows/bind-function-rows.ts';
import { type BoundFrom, named, outside, renamed } from './rows/from-scope.ts';
import { operatorOf } from './bind-call.ts';
import { bindExpression } from './bind-expression.ts';
import { type CommonName, type StatementBinder, deeper, newColumn } from './binder.ts';
import { bool, toBoolean, toCommonType } from './coerce.ts';
import { joinScopes, type NameScope } from './scope.ts';

/** A select without FROM reads one row without columns. @param outer a scope without tables */
export function bindFrom(binder: StatementBinder, items: readonly FromItem[], outer: NameScope): BoundFrom {
  const [first, ...others] = items;
  if (!first) return { relation: { kind: 'values', columns: [], rows: [[]] }, scope: outer };
  return others.reduce(
    (left, item) => crossed(left, bindItem(binder, item, left.scope), item),
    bindItem(binder, first, outer),
  );
}

function crossed(left: BoundFrom, right: BoundFrom, item: FromItem): BoundFrom {
  const isLateral = readsLeft(item);
  const { position } = item;
  return {
    relation: {
      kind: 'join',
      join: 'cross',
      left: left.relation,
      right: right.relation,
      isLateral,
      isListed: true,
      position,
    },
    scope: joinScopes(left.scope, right.scope),
  };
}

/** @param around names before this item, which LATERAL may use, and of the selects around */
function bindItem(binder: StatementBinder, item: FromItem, around: NameScope): BoundFrom {
  return deeper(binder, item.position, () => {
    switch (item.kind) {
      case 'table':
        return bindTable(binder, item, around);
      case 'query':
        return bindSubselect(binder, item, around);
      case 'function':
        return bindTableFunction(binder, item, around);
      case 'join':
        return bindJoin(binder, item, around);
      case 'unsupported':
        return refuseUnsupported('sql.from', `${item.name} is not supported`, item.position);
    }
  });
}

function readsLeft(item: FromItem): boolean {
  return item.kind === 'function' || (item.kind === 'query' && item.isLateral);
}

function bindTable(binder: StatementBinder, item: FromItem & { kind: 'table' }, around: NameScope): BoundFrom {
  const { names, alias, position } = item;
  const last = names.at(-1);
  if (!last) throw new Error('a table has a name');
  const common = names.length === 1 ? findCommon(around, last) : undefined;
  if (common) {
    if (common.alone) return aloneRead(common.alone, common.columns, item, around);
    const columns = common.columns.map(({ name, type }) => newColumn(binder, name, type));
    const relation: Relation =
      common.recursion === undefined
        ? { kind: 'shared', shared: common.shared, columns }
        : { kind: 'recursion', number: common.recursion, columns };
    return { relation, scope: named(around, alias?.name.text ?? last.text, renamed(columns, alias)) };
  }
  const written = names.at(-2)?.text;
  const schema = written?.toLowerCase();
  const catalog = catalogTable(binder, schema, last.text);
  if (catalog) return bindCatalog(binder, catalog, item, around);
  const table = binder.tables.find(last.text, written);
  const shown = names.map(({ text }) => shownLiteral(text)).join('.');
  if (!table) {
    if (schema !== undefined && ownSchemas.has(schema)) {
      refusePlan('sql.unknown-table', `relation "${shown}" does not exist`, position);
    }
    const message = `Table or CTE with name '${shown}' not found`;
    return refusePlan('sql.unknown-table', message, position, didYouMean(last.text, binder.tables.names()));
  }
  const columns = table.columns.map((column) => ({
    ...newColumn(binder, column.name, column.type),
    role: column.role,
  }));
  const relation: Relation = { kind: 'piece', piece: table.name, columns, position };
  const qualifiers = alias
    ? []
    : names
        .slice(0, -1)
        .map(({ text }) => text)
        .toReversed();
  // A table without schema may still be named with it.
  const scope = named(around, alias?.name.text ?? last.text, renamed(columns, alias), alias ? [] : fill(qualifiers));
  return { relation, scope };
}

const ownSchemas: ReadonlySet<string> = new Set(['pg_catalog', 'information_schema']);

/** A common table expression that reads columns around it stands where it is read. */
function aloneRead(
  alone: NonNullable<CommonName['alone']>,
  columns: readonly Column[],
  { names, alias, position }: FromItem & { kind: 'table' },
  around: NameScope,
): BoundFrom {
  const name = names.at(-1)?.text ?? '';
  if (alone.isRead) {
    refuseUnsupported(
      'sql.recursive',
      `${shownLiteral(name)} reads columns of the select around it, and is read twice`,
      position,
    );
  }
  alone.isRead = true;
  return { relation: alone.relation, scope: named(around, alias?.name.text ?? name, renamed(columns, alias)) };
}

/** A relation of the catalogs; the tables of the model stand behind pg_catalog, and before what is in their own schema. */
function catalogTable(
  { tables }: StatementBinder,
  schema: string | undefined,
  name: string,
): CatalogRelation | undefined {
  if (schema !== undefined && schema !== 'public') return tables.catalog.relation(schema, name);
  const own = schema === undefined ? tables.catalog.relation('pg_catalog', name) : undefined;
  return own ?? (tables.find(name) ? undefined : tables.catalog.relation('public', name));
}

function bindCatalog(
  binder: StatementBinder,
  table: CatalogRelation,
  { alias, position }: FromItem & { kind: 'table' },
  around: NameScope,
): BoundFrom {
  const relation = readCatalog(binder, table, position);
  const qualifiers = alias ? [] : [table.schema];
  const { shown, system } = shownAndSystem(relation);
  const scope = named(around, alias?.name.text ?? table.name, renamed(shown, alias), qualifiers);
  return { relation, scope: { ...scope, tables: scope.tables.map((one) => ({ ...one, system })) } };
}

function fill(qualifiers: readonly string[]): readonly string[] {
  return qualifiers.length > 0 ? qualifiers : ['public'];
}

function findCommon({ common }: NameScope, { text }: Name) {
  const folded = text.toLowerCase();
  return common.findLast(({ name }) => name === text) ?? common.findLast(({ name }) => name.toLowerCase() === folded);
}

function bindSubselect(binder: StatementBinder, item: FromItem & { kind: 'query' }, around: NameScope): BoundFrom {
  const { query, alias, isLateral } = item;
  const { relation, output } = binder.select(query, isLateral ? around : outside(around));
  return { relation, scope: named(around, alias?.name.text, renamed(output, alias)) };
}

function bindTableFunction(
  binder: StatementBinder,
  item: FromItem & { kind: 'function' },
  around: NameScope,
): BoundFrom {
  const { call, alias, position } = item;
  const name = call.names.at(-1)?.text.toLowerCase() ?? '';
  const listed = binder.tables.catalog.relation('pg_catalog', `${name}()`);
  if (listed) {
    for (const one of call.arguments) bindExpression({ binder, scope: around, clause: 'FROM' }, one);
    const { columns, ...read } = readCatalog(binder, listed, position);
    const { shown } = shownAndSystem({ columns });
    const relation: Relation = { ...read, columns };
    return { relation, scope: named(around, alias?.name.text ?? name, renamed(shown, alias)) };
  }
  return bindRowsOfFunction(binder, item, around);
}

function bindJoin(binder: StatementBinder, item: FromItem & { kind: 'join' }, around: NameScope): BoundFrom {
  const left = bindItem(binder, item.left, around);
  const beside = readsLeft(item.right) ? joinScopes(around, left.scope) : around;
  const right = bindItem(binder, item.right, beside);
  const { join, alias, position } = item;
  const scope = joinScopes(left.scope, right.scope);
  const base = {
    kind: 'join',
    join,
    left: left.relation,
    right: right.relation,
    isLateral: readsLeft(item.right),
    position,
  } as const;
  const using = item.isNatural ? sharedNames(left.scope, right.scope) : item.using?.map(({ text }) => text);
  if (using && using.length > 0) return merge(binder, base, { left: left.scope, right: right.scope }, using);
  const on = item.on && toBoolean(bindExpression({ binder, scope, clause: 'JOIN/ON' }, item.on), 'JOIN/ON');
  const isCross = join === 'cross' || !on;
  const relation: Relation = isCross ? { ...base, join: 'cross' } : { ...base, on };
  if (!alias) return { relation, scope };
  return {
    relation,
    scope: named(
      around,
      alias.name.text,
      renamed(
        scope.tables.flatMap(({ columns }) => columns),
        alias,
      ),
    ),
  };
}

function sharedNames(left: NameScope, right: NameScope): readonly string[] {
  const names = (scope: NameScope) => scope.tables.flatMap(({ columns }) => columns).map(({ name }) => name);
  const others = new Set(names(right).map((name) => name.toLowerCase()));
  return names(left).filter((name) => others.has(name.toLowerCase()) && !name.startsWith('__'));
}

/** Columns of USING: equal on both sides, and one column above. */
function merge(
  binder: StatementBinder,
  base: Omit<JoinRelation, 'on'>,
  sides: { readonly left: NameScope; readonly right: NameScope },
  names: readonly string[],
): BoundFrom {
  const { position } = base;
  const pairs = names.map((name) => {
    const [left, right] = [sides.left, sides.right].map((scope): Scalar & { kind: 'column' } => {
      const bound = bindExpression({ binder, scope: { ...scope }, clause: 'JOIN/USING' }, {
        kind: 'column',
        names: [{ text: name, isQuoted: false, position }],
        position,
      } satisfies Expression);
      if (bound.kind !== 'column') throw new Error('a column is bound to a column');
      return bound;
    });
    if (!left || !right) throw new Error('USING has two sides');
    return { name, left, right };
  });
  const conditions = pairs.map(({ left, right }) => operatorOf('=', [left, right], position));
  const [only] = conditions;
  const on: Scalar = conditions.length === 1 && only ? only : { kind: 'and', conditions, type: bool };
  const joined: Relation = { ...base, on };
  const both = joinScopes(sides.left, sides.right);
  const covered = new Set([...both.covered, ...pairs.flatMap(({ left, right }) => [left.column, right.column])]);
  if (base.join !== 'full') {
    const merged = pairs.map(({ name, left, right }): Column => {
      const { column, type } = base.join === 'right' ? right : left;
      return { id: column, name, type };
    });
    return { relation: joined, scope: { ...both, merged: [...merged, ...both.merged], covered } };
  }
  const items = pairs.map(({ name, left, right }): Computed<Scalar> => {
    const values = toCommonType([left, right], 'JOIN/USING', position);
    const type = values[0]?.type ?? left.type;
    return { column: newColumn(binder, name, type), expression: { kind: 'coalesce', items: values, type } };
  });
  const kept = both.tables
    .flatMap(({ columns }) => columns)
    .map(
      (column): Computed<Scalar> => ({
        column,
        expression: { kind: 'column', column: column.id, type: column.type, position },
      }),
    );
  return {
    relation: { kind: 'project', input: joined, items: [...items, ...kept] },
    scope: { ...both, merged: [...items.map(({ column }) => column), ...both.merged], covered },
  };
}
