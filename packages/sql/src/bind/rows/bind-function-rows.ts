import { functionsNamed } from '../../functions/index.ts';
import type { CallScalar, Column, Computed, Relation, Scalar } from '../../relation/index.ts';
import type { FromItem, FunctionCall } from '../../syntax/index.ts';
import { elementOf, isArrayName, type SqlType } from '../../types/index.ts';
import { refuseUnsupported } from '../../refusal.ts';
import { callOf } from '../bind-call.ts';
import { bindExpression } from '../bind-expression.ts';
import { type BoundFrom, named, renamed } from './from-scope.ts';
import { fieldOfRecord } from './bind-field.ts';
import { newColumn, type StatementBinder } from '../binder.ts';
import { bool, settled } from '../coerce.ts';
import type { NameScope } from '../scope.ts';

/** The rows of functions: of one in FROM, or of those of a select list. @throws StatementRefused */
export function bindRowsOfFunction(
  binder: StatementBinder,
  item: FromItem & { kind: 'function' },
  around: NameScope,
): BoundFrom {
  const { call, others, alias, hasOrdinality } = item;
  if (!others && !hasOrdinality && !returnsRows(call)) return bindValueOfFunction(binder, item, around);
  const bind = (one: FunctionCall) => rowsOf(binder, one, around);
  const first = bind(call);
  const more = others?.map(bind);
  const name = alias?.name.text ?? first.name;
  const columns = [first, ...(more ?? [])].map(({ name: own, type }) => newColumn(binder, more ? own : name, type));
  const ordinality = hasOrdinality ? newColumn(binder, 'ordinality', { name: 'int8' }) : undefined;
  const relation: Relation = {
    kind: 'function',
    call: first.call,
    columns,
    ...(more ? { others: more.map((one) => one.call) } : {}),
    ...(ordinality ? { ordinality } : {}),
  };
  const all = ordinality ? [...columns, ordinality] : columns;
  if (more || !first.type.fields) return { relation, scope: named(around, name, renamed(all, alias)) };
  const fields = withFields(binder, relation, all);
  return { relation: fields.relation, scope: named(around, name, renamed(fields.columns, alias)) };
}

function returnsRows({ names }: FunctionCall): boolean {
  return functionsNamed(names.at(-1)?.text.toLowerCase() ?? '')[0]?.kind === 'set';
}

/** A function of values in FROM: one row with its value. */
function bindValueOfFunction(
  binder: StatementBinder,
  { call, alias }: FromItem & { kind: 'function' },
  around: NameScope,
): BoundFrom {
  const own = call.names.at(-1)?.text.toLowerCase() ?? '';
  const value = settled(bindExpression({ binder, scope: around, clause: 'FROM' }, call));
  const column = newColumn(binder, alias?.name.text ?? own, value.type);
  const relation: Relation = {
    kind: 'project',
    input: { kind: 'values', columns: [], rows: [[]] },
    items: [{ column, expression: value }],
  };
  return { relation, scope: named(around, alias?.name.text ?? own, renamed([column], alias)) };
}

function rowsOf(
  binder: StatementBinder,
  { names, arguments: given, position }: FunctionCall,
  scope: NameScope,
): { readonly name: string; readonly call: CallScalar; readonly type: SqlType } {
  const name = names.at(-1)?.text.toLowerCase() ?? '';
  if (functionsNamed(name)[0]?.kind !== 'set') {
    return refuseUnsupported('sql.table-function', `${name} returns no rows: it cannot stand in FROM`, position);
  }
  const place = { binder, scope, clause: 'FROM' };
  const call = callOf(
    name,
    given.map((one) => bindExpression(place, one)),
    position,
  );
  return { name, call, type: rowType(name, call) };
}

function rowType(name: string, { type, arguments: [first] }: CallScalar): SqlType {
  if (name === 'unnest' && isArrayName(type.name)) return { name: elementOf(type.name) };
  if (type.name !== 'record') return type;
  const item: SqlType = { name: first ? elementOf(first.type.name) : 'text' };
  return { name: 'record', fields: fieldsOf[name]?.(item) ?? [] };
}

/** The fields of the records that functions return. @param item the type of the items of the argument */
const fieldsOf: Readonly<Record<string, (item: SqlType) => NonNullable<SqlType['fields']>>> = {
  _pg_expandarray: (item) => [
    { name: 'x', type: item },
    { name: 'n', type: { name: 'int4' } },
  ],
  aclexplode: () => [
    { name: 'grantor', type: { name: 'oid' } },
    { name: 'grantee', type: { name: 'oid' } },
    { name: 'privilege_type', type: { name: 'text' } },
    { name: 'is_grantable', type: bool },
  ],
};

/** The fields of records as columns, as they are in FROM. */
function withFields(binder: StatementBinder, input: Relation, columns: readonly Column[]) {
  const items = columns.flatMap(({ id, name, type }): readonly Computed<Scalar>[] => {
    const value: Scalar = { kind: 'column', column: id, type, position: 0 };
    const fields = type.fields ?? [];
    if (fields.length === 0) return [{ column: newColumn(binder, name, type), expression: value }];
    return fields.map((field) => ({
      column: newColumn(binder, field.name, field.type),
      expression: fieldOfRecord(value, field.name, 0),
    }));
  });
  const relation: Relation = { kind: 'project', input, items };
  return { relation, columns: items.map(({ column }) => column) };
}
