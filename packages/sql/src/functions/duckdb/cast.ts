import { shownLiteral } from '@orrery/kernel';
import { elementOf, findCast, isArrayName, isVector, type SqlType, typeText } from '../../types/index.ts';
import type { StatementSession } from '../entry.ts';
import { toText } from './cast-to-text.ts';
import { fromText } from './cast-from-text.ts';
import { renderConstant } from './constant.ts';
import { doubleToNumeric } from './double-to-numeric.ts';
import { alignBranches, decimal, numericOf, withDecimals } from './numeric.ts';
import { readArray } from './read-array.ts';
import { type CannotRender, cannot, isCannot, type Rendered } from './rendered.ts';
import { isObjectKind, nameOfObject, objectNamed, objectOfName } from './object-names.ts';
import { fillTemplate } from './template.ts';
import { duckDbType } from './type-names.ts';

/**
 * Renders a value as another type, for an explicit cast and for PostgreSQL's implicit ones. `canCast` has found the
 * cast.
 *
 * @param isWritten whether the cast is explicit: then texts that are too long are cut
 */
export function renderCast(
  operand: Rendered,
  to: SqlType,
  session: StatementSession,
  isWritten = false,
): Rendered | CannotRender {
  if (operand.constant === null) return withModifier(nullOf(to), to, operand, isWritten);
  if (operand.type.name === 'unknown' && operand.constant !== undefined) {
    if (isObjectKind(to.name)) return objectNamed(operand.constant, to.name, session);
    if (isArrayName(to.name)) return readArrayLiteral(operand.constant, to, session);
    const read = renderConstant(to, operand.constant, session.zone);
    return isCannot(read) ? read : withModifier(read, to, operand, isWritten);
  }
  const changed = change(operand, to, session);
  return isCannot(changed) ? changed : withModifier(changed, to, operand, isWritten);
}

/** `{1,2}` as an array; its items are read as literals of their type. */
function readArrayLiteral(text: string, to: SqlType, session: StatementSession): Rendered | CannotRender {
  const items = isVector(to.name) ? text.split(' ').filter((item) => item !== '') : readArray(text);
  if (items === undefined) return cannot(`malformed array literal: "${shownLiteral(text)}"`, 'sql.value');
  const name = elementOf(to.name);
  const read: Rendered[] = [];
  for (const item of items) {
    const one = renderConstant({ name }, item, session.zone);
    if (isCannot(one)) return one;
    read.push(one);
  }
  if (name !== 'numeric') {
    const list = `[${read.map((one) => one.text).join(', ')}]`;
    return { text: `CAST(${list} AS ${duckDbType(to)})`, type: { name: to.name } };
  }
  const { texts, scale } = read.length > 0 ? alignBranches(read) : { texts: [], scale: { held: 0, isShown: true } };
  const list = `CAST([${texts.join(', ')}] AS ${duckDbType(to, scale.held)})`;
  return { text: list, type: { name: to.name }, scale };
}

function nullOf(type: SqlType): Rendered {
  const scale = elementOf(type.name) === 'numeric' ? { scale: { held: type.modifier?.[1] ?? 0, isShown: true } } : {};
  return { text: `CAST(NULL AS ${duckDbType(type, scale.scale?.held)})`, type, constant: null, ...scale };
}

function change(operand: Rendered, to: SqlType, session: StatementSession): Rendered | CannotRender {
  const [from, target] = [operand.type.name, to.name];
  const as = (text: string): Rendered => ({ text, type: { name: target }, ...keptConstant(operand, target) });
  const cast = findCast(from, target);
  if (cast === undefined) return cannot(`cannot cast type ${typeText(from)} to ${typeText(target)}`);
  if (from === target) return operand;
  if (isArrayName(from) && isTextual(target)) return arrayToText(operand, session);
  if (isArrayName(from) || isArrayName(target)) return castArray(operand, to, session);
  if (isObjectKind(from) && isTextual(target)) return nameOfObject(operand, to, session);
  if (isObjectKind(target) && isTextual(from)) return objectOfName(operand, target, session);
  if (from === 'char' || target === 'char') return castChar(operand, to, session);
  if (target === 'numeric') return toNumeric(operand);
  if (isTextual(target))
    return from === 'json' || isTextual(from) ? relabel(operand, to) : toText(operand, to, session);
  if (isTextual(from)) return fromText(operand, to);
  switch (target) {
    case 'int2':
    case 'int4':
    case 'int8':
      if (from === 'numeric') return as(`CAST(${withDecimals(operand, 0)} AS ${duckDbType(to)})`);
      break;
    case 'float4':
    case 'float8':
      // Through the text, since DuckDB rounds a DECIMAL of many digits twice.
      if (from === 'numeric' && operand.constant !== undefined)
        return as(`CAST('${operand.constant}' AS ${duckDbType(to)})`);
      if (from === 'numeric') return as(`CAST(CAST(${operand.text} AS VARCHAR) AS ${duckDbType(to)})`);
      if (from === 'float8' && target === 'float4') return as(`CAST(${operand.text} AS FLOAT)`);
      break;
    case 'timestamptz':
      return as(`timezone(${quotedZone(session)}, CAST(${operand.text} AS TIMESTAMP))`);
    case 'timestamp':
    case 'date':
    case 'time':
      if (from !== 'timestamptz') break;
      return as(`CAST(timezone(${quotedZone(session)}, ${operand.text}) AS ${duckDbType(to)})`);
    case 'interval':
      return as(
        fillTemplate(
          "to_microseconds(datepart('hour', $1) * 3600000000 + datepart('minute', $1) * 60000000 + datepart('microsecond', $1))",
          [operand.text],
        ),
      );
    case 'json':
    case 'jsonb':
      return cannot(`casts to ${target} are not rendered yet`);
    default:
      break;
  }
  if (from === 'jsonb' || (target === 'time' && from === 'interval'))
    return cannot(`cannot cast ${typeText(from)} to ${typeText(target)} here`);
  return as(`CAST(${operand.text} AS ${duckDbType(to)})`);
}

export function quotedZone({ zone }: Pick<StatementSession, 'zone'>): string {
  return `'${zone.replaceAll("'", "''")}'`;
}

function isTextual(name: string): boolean {
  return textualNames.has(name);
}

const textualNames: ReadonlySet<string> = new Set([
  'text',
  'varchar',
  'bpchar',
  'name',
  'aclitem',
  'inet',
  'pg_node_tree',
]);

/** A `"char"` is one byte: its number for integers, the first byte of texts. */
function castChar(operand: Rendered, to: SqlType, session: StatementSession): Rendered | CannotRender {
  const type = { name: to.name };
  if (to.name === 'char') {
    if (operand.type.name === 'int4')
      return { text: fillTemplate("CASE WHEN $1 = 0 THEN '' ELSE chr($1) END", [operand.text]), type };
    const text = isTextual(operand.type.name) ? operand : toText(operand, { name: 'text' }, session);
    return isCannot(text) ? text : { text: `left(${text.text}, 1)`, type };
  }
  if (to.name === 'int4')
    return { text: fillTemplate("CASE WHEN $1 = '' THEN 0 ELSE ascii($1) END", [operand.text]), type };
  return isTextual(to.name)
    ? { text: operand.text, type, ...constantOf(operand) }
    : fromText({ ...operand, type: { name: 'text' } }, to);
}

/** Blanks at the end of a char are padding, which other texts do not have. */
function relabel(operand: Rendered, to: SqlType): Rendered {
  const text = operand.type.name === 'bpchar' ? `rtrim(${operand.text}, ' ')` : operand.text;
  const cut = to.name === 'name' ? `left(${text}, 63)` : text;
  const constant = operand.constant !== undefined && cut === operand.text ? { constant: operand.constant } : {};
  return { text: cut, type: { name: to.name }, ...constant };
}

function toNumeric(operand: Rendered): Rendered | CannotRender {
  switch (operand.type.name) {
    case 'int2':
    case 'int4':
    case 'int8':
      return numericOf(`CAST(${operand.text} AS ${decimal(0)})`, { held: 0, isShown: true }, constantOf(operand));
    case 'float4':
    case 'float8':
      return doubleToNumeric(operand);
    default:
      return fromText(operand, { name: 'numeric' });
  }
}

/** Numbers that are written as constants stay constants; their text is the same for all types without modifier. */
function keptConstant(operand: Rendered, target: string): Partial<Rendered> {
  const isNumber = /^(?:int|numeric)/.test(operand.type.name);
  return isNumber && /^(?:int8|float)/.test(target) ? constantOf(operand) : {};
}

function constantOf({ constant }: Rendered): Partial<Rendered> {
  return constant === undefined ? {} : { constant };
}

/** Arrays of reals are shown when they have no items but NULL. */
const cannotShow: Rendered = { text: "error('real is not rendered as text')", type: { name: 'text' } };

/** `{1,"a b",NULL}`: items are quoted where their text needs it. */
function arrayToText(operand: Rendered, session: StatementSession): Rendered | CannotRender {
  const name = elementOf(operand.type.name);
  const item: Rendered = { text: '_i', type: { name }, ...(operand.scale ? { scale: operand.scale } : {}) };
  const shown =
    isTextual(name) || name === 'char'
      ? item
      : name === 'float4'
        ? cannotShow
        : renderCast(item, { name: 'text' }, session);
  if (isCannot(shown)) return shown;
  if (isVector(operand.type.name)) return { text: `array_to_string(${operand.text}, ' ')`, type: { name: 'text' } };
  const written = name === 'bool' ? "CASE WHEN _i THEN 't' ELSE 'f' END" : shown.text;
  const plain = `regexp_full_match(${written}, '[^{}",\\\\\\s]+') AND lower(${written}) <> 'null'`;
  const escaped = `'"' || replace(replace(${written}, '\\', '\\\\'), '"', '\\"') || '"'`;
  const one = `CASE WHEN _i IS NULL THEN 'NULL' WHEN ${plain} THEN ${written} ELSE ${escaped} END`;
  const text = `'{' || array_to_string(list_transform($1, lambda _i: ${one}), ',') || '}'`;
  const whole = `CASE WHEN $1 IS NULL THEN NULL WHEN len($1) = 0 THEN '{}' ELSE ${text} END`;
  return { text: fillTemplate(whole, [operand.text]), type: { name: 'text' } };
}

function castArray(operand: Rendered, to: SqlType, session: StatementSession): Rendered | CannotRender {
  const [from, target] = [elementOf(operand.type.name), elementOf(to.name)];
  const wholes = ['int2', 'int4', 'int8'];
  const isExact =
    from === target ||
    (wholes.includes(from) && [...wholes, 'float8', 'oid'].includes(target)) ||
    ((isTextual(from) || from === 'char') && isTextual(target) && target !== 'bpchar');
  if (isArrayName(to.name) && (isObjectKind(from) || isObjectKind(target))) {
    const one = renderCast({ text: '_o', type: { name: from } }, { name: target }, session);
    if (isCannot(one)) return one;
    return { text: `list_transform(${operand.text}, lambda _o: ${one.text})`, type: { name: to.name } };
  }
  if (!isExact || !isArrayName(to.name)) return cannot(`casts of arrays to ${typeText(to.name)} are not rendered`);
  const text = from === target ? operand.text : `CAST(${operand.text} AS ${duckDbType(to)})`;
  return { text, type: { name: to.name } };
}

/** Applies what stands in brackets behind the type. */
function withModifier(value: Rendered, to: SqlType, before: Rendered, isWritten: boolean): Rendered | CannotRender {
  const { modifier } = to;
  if (modifier === undefined || value.constant === null) return { ...value, type: to };
  const [first = 0, second = 0] = modifier;
  switch (to.name) {
    case 'numeric': {
      const limited = `CAST(${withDecimals(value, second)} AS DECIMAL(${first},${second}))`;
      return { ...numericOf(`CAST(${limited} AS ${decimal(second)})`, { held: second, isShown: true }), type: to };
    }
    case 'varchar':
    case 'bpchar': {
      const isFree = before.type.name === to.name && before.type.modifier?.[0] === first;
      if (isFree) return { ...value, type: to };
      const cut = isWritten
        ? `left($1, ${first})`
        : `CASE WHEN length(rtrim($1, ' ')) > ${first} THEN error('value too long for type ${typeText(to.name)}(${first})') ELSE left($1, ${first}) END`;
      const filled = to.name === 'bpchar' ? `rpad(${cut}, ${first}, ' ')` : cut;
      return { text: fillTemplate(filled, [value.text]), type: to };
    }
    case 'timestamp':
    case 'timestamptz':
    case 'time':
      return roundTime({ ...value, type: to }, first);
    case 'interval':
      return first === 32767 || isWholeMask(first) || value.constant !== undefined
        ? { ...value, type: to }
        : cannot('fields of an interval type are not rendered');
    default:
      return cannot(`the modifier of ${typeText(to.name)} is not rendered`);
  }
}

/** The mask ends in a unit that PostgreSQL cuts nothing below: seconds. */
function isWholeMask(mask: number): boolean {
  return (mask & (1 << 12)) !== 0;
}

function roundTime(value: Rendered, digits: number): Rendered | CannotRender {
  if (digits >= 6) return value;
  if (value.type.name === 'time') return cannot('time with a precision is not rendered');
  const unit = 10 ** (6 - digits);
  const [back, epoch] =
    value.type.name === 'timestamp' ? ['make_timestamp', 'epoch_us($1)'] : ['make_timestamptz', 'epoch_us($1)'];
  const rounded = `CAST(CAST(CAST(${epoch} AS DECIMAL(38,0)) * CAST('${(1 / unit).toFixed(6 - digits)}' AS DECIMAL(10,${6 - digits})) AS DECIMAL(38,0)) AS BIGINT) * ${unit}`;
  const text = `CASE WHEN NOT isfinite($1) THEN $1 ELSE ${back}(${rounded}) END`;
  return { ...value, text: fillTemplate(text, [value.text]) };
}
