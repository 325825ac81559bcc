import { shownLiteral } from '@orrery/kernel';
import type { Scalar } from '../relation/index.ts';
import type { Expression, WrittenTypeName } from '../syntax/index.ts';
import { arrayOf, elementOf, isArrayName, type SqlType, typeNamed } from '../types/index.ts';
import { refusePlan, refuseUnsupported } from '../refusal.ts';
import { isObjectKind } from '../functions/index.ts';
import { bindCall, callOf, operatorOf } from './bind-call.ts';
import { bindBetween, bindCase, bindInList, bindLike } from './conditions/bind-condition.ts';
import { fieldOfRecord } from './rows/bind-field.ts';
import { bindNumber } from './bind-number.ts';
import { bindQuery } from './bind-query-expression.ts';
import { bindArrayTest, bindRowComparison, bindRowsInList } from './conditions/bind-rows.ts';
import { bindParameter } from './bind-parameter.ts';
import { deeper } from './binder.ts';
import { bool, coerce, settled, toBoolean, toCommonType, isOpen } from './coerce.ts';
import type { ExpressionContext } from './place.ts';
import { findColumn } from './scope.ts';

/** Resolves names and types of an expression. @throws StatementRefused */
export function bindExpression(place: ExpressionContext, expression: Expression): Scalar {
  return deeper(place.binder, expression.position, () => bind(place, expression));
}

function bind(place: ExpressionContext, expression: Expression): Scalar {
  const inner = (one: Expression) => bindExpression(place, one);
  const { position } = expression;
  switch (expression.kind) {
    case 'column': {
      const { id, type } = findColumn(place.scope, expression.names, position);
      return { kind: 'column', column: id, type, position };
    }
    case 'star':
      return refusePlan('sql.star', '* stands only among the columns of SELECT and in COUNT(*)', position);
    case 'number':
      return bindNumber(expression.text, position);
    case 'string':
      return { kind: 'constant', value: expression.text, type: { name: 'unknown' } };
    case 'bits':
      return refuseUnsupported('sql.bits', 'Bit strings are not supported', position);
    case 'boolean':
      return { kind: 'constant', value: String(expression.value), type: bool };
    case 'null':
      return { kind: 'constant', value: null, type: { name: 'unknown' } };
    case 'parameter':
      return bindParameter(place.binder, expression);
    case 'function':
      return bindCall(place, expression);
    case 'cast':
      return bindCast(place, expression.operand, expression.type, position);
    case 'operator': {
      const { left, right, operator } = expression;
      if (left === undefined) return bindPrefix(place, operator, right, position);
      if (left.kind === 'row' && right.kind === 'row') {
        return bindRowComparison(place, operator, left.items, right.items, position);
      }
      return operatorOf(operator, [inner(left), inner(right)], position);
    }
    case 'quantified':
      return bindArrayTest(place, expression);
    case 'like':
      return bindLike(place, expression);
    case 'and':
    case 'or': {
      const clause = expression.kind.toUpperCase();
      const conditions = expression.conditions.map((one) => toBoolean(inner(one), clause));
      return { kind: expression.kind, conditions, type: bool };
    }
    case 'not':
      return { kind: 'not', operand: toBoolean(inner(expression.operand), 'NOT'), type: bool };
    case 'is-null': {
      if (expression.operand.kind === 'row')
        return refuseUnsupported('sql.row', 'Rows are not compared with NULL', position);
      return {
        kind: 'is-null',
        operand: settled(inner(expression.operand)),
        isNegated: expression.isNegated,
        type: bool,
      };
    }
    case 'is-truth': {
      const operand = toBoolean(inner(expression.operand), 'IS');
      return { kind: 'is-truth', operand, truth: expression.truth, isNegated: expression.isNegated, type: bool };
    }
    case 'distinct-from': {
      const equal = operatorOf('=', [inner(expression.left), inner(expression.right)], position);
      const [left, right] = equal.arguments;
      if (!left || !right) throw new Error('an equality has two sides');
      return { kind: 'distinct-from', left, right, isNegated: expression.isNegated, type: bool };
    }
    case 'between':
      return bindBetween(place, expression);
    case 'in-list': {
      const { operand, items, isNegated } = expression;
      if (operand.kind === 'row') return bindRowsInList(place, operand.items, items, isNegated);
      return bindInList(place, operand, items, isNegated, position);
    }
    case 'nullif': {
      // PostgreSQL's meaning: the first operand, with its type, unless both are equal.
      const equal = operatorOf('=', [inner(expression.left), inner(expression.right)], position);
      const value = settled(inner(expression.left));
      const none: Scalar = { kind: 'constant', value: null, type: value.type };
      return { kind: 'case', when: [{ condition: equal, value: none }], otherwise: value, type: value.type };
    }
    case 'coalesce':
    case 'greatest':
    case 'least': {
      const items = toCommonType(expression.items.map(inner), expression.kind.toUpperCase(), position);
      const [first] = items;
      if (!first) throw new Error('the grammar wants an item');
      return items.length === 1 ? first : { kind: expression.kind, items, type: first.type };
    }
    case 'case':
      return bindCase(place, expression);
    case 'row':
      return refuseUnsupported('sql.row', 'Rows are supported in comparisons and IN only', position);
    case 'array': {
      const items = toCommonType(expression.items.map(inner), 'ARRAY', position).map(settled);
      const [first] = items;
      if (first && isArrayName(first.type.name)) {
        return refuseUnsupported('sql.array', 'Arrays of several dimensions are not supported', position);
      }
      const type: SqlType = { name: arrayOf(first?.type.name ?? 'text') };
      return { kind: 'array', items, type };
    }
    case 'subscript':
      return bindSubscript(place, expression);
    case 'field':
      return fieldOfRecord(inner(expression.operand), expression.name.text, position);
    case 'collate':
      return bindCollate(place, expression);
    case 'session-value':
      return bindSessionValue(expression);
    case 'named-argument':
      return refuseUnsupported('sql.named-argument', 'Arguments by name are not supported', position);
    case 'unsupported':
      return refuseUnsupported('sql.expression', `${expression.name} is not supported`, position);
    case 'grouping':
      return bindCall(place, {
        kind: 'function',
        names: [{ text: 'grouping', isQuoted: false, position }],
        arguments: expression.items,
        isOfRows: false,
        isDistinct: false,
        order: [],
        isWithinGroup: false,
        isVariadic: false,
        isSpelled: true,
        position,
      });
    case 'query':
      return bindQuery(place, expression);
  }
}

/** The type that a statement writes. @throws StatementRefused when there is none */
function writtenType(written: WrittenTypeName): SqlType {
  const joined = written.names.filter((one) => one !== 'pg_catalog').join('.');
  // The grammar calls CHAR bpchar, so that this name is the type in quotes.
  const name = joined === 'char' ? '"char"' : joined;
  const modifier = written.modifiers.map((one) => (one.kind === 'number' ? Number(one.text) : Number.NaN));
  if (modifier.some((one) => !Number.isSafeInteger(one))) {
    refusePlan('sql.bad-modifier', `type modifiers of ${name} must be integers`, written.position);
  }
  const fields = name === 'interval' ? intervalModifier(written, modifier) : modifier;
  const type = typeNamed({ name, modifier: fields, isArray: written.dimensions > 0 });
  return 'refusal' in type ? refusePlan('sql.unknown-type', type.refusal, written.position) : type;
}

/** Fields of an interval, from the largest to the smallest, and their bits in PostgreSQL's mask. */
const intervalFields = [
  ['year', 1 << 2],
  ['month', 1 << 1],
  ['day', 1 << 3],
  ['hour', 1 << 10],
  ['minute', 1 << 11],
  ['second', 1 << 12],
] as const;

function intervalModifier({ fields, position }: WrittenTypeName, [digits]: readonly number[]): readonly number[] {
  if (digits !== undefined && digits < 6) {
    refuseUnsupported('sql.interval-digits', 'Intervals with a precision of seconds are not supported', position);
  }
  if (fields === undefined) return [];
  const [from, to = from] = fields.split(' to ');
  const at = (name: string | undefined) => intervalFields.findIndex(([field]) => field === name);
  return [intervalFields.slice(at(from), at(to) + 1).reduce((mask, [, bit]) => mask | bit, 0)];
}

function bindCast(place: ExpressionContext, operand: Expression, written: WrittenTypeName, position: number): Scalar {
  const type = writtenType(written);
  if (isObjectKind(type.name)) place.binder.readsCatalog = true;
  const bound = bindExpression(place, operand);
  // Values of parameters name an object, as texts do: the name is looked up when the statement runs.
  const value =
    isOpen(bound) && isObjectKind(type.name) ? coerce(bound, { name: 'text' }, 'implicit', position) : bound;
  if (type.name === 'bool' && otherNumbers.has(value.type.name)) {
    return operatorOf('<>', [value, { kind: 'constant', value: '0', type: { name: 'int4' } }], position);
  }
  const text = type.name === 'interval' && isText(value) ? constantText(value) : undefined;
  const read: Scalar = text === undefined ? value : { kind: 'constant', value: text, type: { name: 'unknown' } };
  const made = coerce(read, type, 'explicit', position);
  // An explicit cast decides the type, next to an int8, too.
  return made.type.isWhole ? { ...made, type } : made;
}

/** Numbers that PostgreSQL does not cast to a boolean, and tools do: as those that it does, 0 is false. */
const otherNumbers: ReadonlySet<string> = new Set(['int2', 'int8', 'numeric', 'float4', 'float8']);

/** A text that is written in parts, such as `1 || ' day'`, as one. */
function constantText(scalar: Scalar): string | undefined {
  const written = scalar.kind === 'cast' && scalar.type.name === 'text' ? scalar.operand : scalar;
  if (written.kind === 'constant') {
    const isShown = isText(written) || /^int\d$/.test(written.type.name);
    return isShown ? (written.value ?? undefined) : undefined;
  }
  if (scalar.kind !== 'call' || scalar.function.name !== '||') return undefined;
  const parts = scalar.arguments.map(constantText);
  return parts.every((one) => one !== undefined) ? parts.join('') : undefined;
}

function isText({ type }: Scalar): boolean {
  return type.name === 'text' || type.name === 'unknown';
}

function bindPrefix(place: ExpressionContext, operator: string, right: Expression, position: number): Scalar {
  if (right.kind === 'number' && (operator === '-' || operator === '+')) {
    return bindNumber(operator === '-' ? `-${right.text}` : right.text, position);
  }
  return operatorOf(operator, [bindExpression(place, right)], position);
}

function bindSubscript(place: ExpressionContext, expression: Expression & { readonly kind: 'subscript' }): Scalar {
  const { operand, index, position } = expression;
  if (!index) return refuseUnsupported('sql.slice', 'Slices of arrays are not supported', position);
  const array = bindExpression(place, operand);
  if (!isArrayName(array.type.name)) {
    refusePlan('sql.no-array', 'cannot subscript a value that is no array', position);
  }
  const number = coerce(bindExpression(place, index), { name: 'int4' }, 'assignment');
  return { kind: 'subscript', operand: array, index: number, type: { name: elementOf(array.type.name) } };
}

/** Texts are compared by code point, as in the collation `C`; other collations would not be. */
const codePointCollations: ReadonlySet<string> = new Set(['c', 'posix', 'default', 'ucs_basic', 'c.utf-8', 'c.utf8']);

function bindCollate(place: ExpressionContext, expression: Expression & { readonly kind: 'collate' }): Scalar {
  const name = expression.collation.at(-1)?.text ?? '';
  if (codePointCollations.has(name.toLowerCase())) return settled(bindExpression(place, expression.operand));
  return refuseUnsupported(
    'sql.collation',
    `Texts are compared by code point: there is no collation "${shownLiteral(name)}"`,
    expression.position,
  );
}

function bindSessionValue({ name, precision, position }: Expression & { readonly kind: 'session-value' }): Scalar {
  const value = callOf(name, [], position);
  if (precision === undefined) return value;
  return coerce(value, { name: value.type.name, modifier: [precision] }, 'explicit', position);
}
