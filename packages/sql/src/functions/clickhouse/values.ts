import { findCast, isArrayName, type SqlType, type TypeName, typeText } from '../../types/index.ts';
import { type CannotRender, cannot, isCannot, type Rendered, type Scale } from '../duckdb/rendered.ts';
import type { StatementSession } from '../entry.ts';
import { bound, failing, withinInteger } from './bound.ts';
import { clickhouseConstant, clickhouseTypes, mostDecimals } from './constants.ts';
import { asDay, asTime, clickhouseMoments } from './moments.ts';

/**
 * A stored value. Casts of texts that may be NULL give NULL where a text is no number, so a text is none: adding 0 to it is
 * an error. Decimals become doubles through their digits, because the server rounds long ones twice.
 */
export function storedInClickhouse(text: string, type: SqlType): Rendered {
  if (type.name === 'float8') {
    const number = `plus(${text}, 0)`;
    return {
      text: `if(position(toTypeName(${number}), 'Decimal') > 0, toFloat64(toString(${number})), toFloat64(${number}))`,
      type,
    };
  }
  if (type.name === 'numeric') {
    const held = type.modifier?.[1] ?? 0;
    return { text: `toDecimal256(plus(${text}, 0), ${held})`, type, scale: { held, isShown: true } };
  }
  return { text: `CAST(${text} AS Nullable(${clickhouseTypes[type.name] ?? 'String'}))`, type };
}

export function clickhouseCast(
  operand: Rendered,
  to: SqlType,
  session: StatementSession,
  isWritten = false,
): Rendered | CannotRender {
  const [from, target] = [operand.type.name, to.name];
  if ((from === 'unknown' && operand.constant !== undefined) || operand.constant === null) {
    // The fields of an interval decide what a number without a unit means.
    const type = target === 'interval' ? to : { name: target };
    const read = clickhouseConstant(type, operand.constant ?? null, session);
    return isCannot(read) ? read : withModifier(read, to, isWritten);
  }
  if (from === target) return withModifier(operand, to, isWritten);
  if (findCast(from, target) === undefined || isArrayName(from) || isArrayName(target))
    return cannot(`cannot cast type ${typeText(from)} to ${typeText(target)}`);
  const changed = change(operand, { name: target }, session);
  return isCannot(changed) ? changed : withModifier(changed, to, isWritten);
}

function isWhole(name: string): name is 'int2' | 'int4' | 'int8' {
  return name === 'int2' || name === 'int4' || name === 'int8';
}

/** A whole number as one of a type, which fails where it does not fit. */
export function fits(text: string, { name }: SqlType): string | CannotRender {
  return isWhole(name)
    ? withinInteger(text, ({ int2: 'Int16', int4: 'Int32', int8: 'Int64' } as const)[name])
    : cannot(`${typeText(name)} is no whole number`);
}

function change(operand: Rendered, to: SqlType, session: StatementSession): Rendered | CannotRender {
  const { text, constant } = operand;
  const [from, target] = [operand.type.name, to.name];
  const as = (written: string | CannotRender, scale?: Scale): Rendered | CannotRender =>
    isCannot(written) ? written : { text: written, type: to, ...(scale ? { scale } : {}) };
  const isNumber = isWhole(from) || from === 'numeric';
  if (constant && isNumber && (target === 'float8' || target === 'numeric' || (isWhole(from) && isWhole(target))))
    return clickhouseConstant(to, constant, session);
  if (from === 'timestamptz') return clickhouseMoments.local(operand, to, session.zone);
  if (target === 'text' || target === 'varchar') return toText(operand, to);
  if (from === 'text' || from === 'varchar') return fromText(operand, to);
  switch (target) {
    case 'int2':
    case 'int4':
    case 'int8':
      if (from === 'bool') return as(`to${clickhouseTypes[target]}(${text})`);
      if (isWhole(from)) return as(fits(text, to));
      if (from === 'numeric') return as(fits(`round(${text})`, to));
      return from === 'float8' ? as(fits(`roundBankers(${text})`, to)) : other(from, target);
    case 'float8':
      if (from === 'numeric') return as(`toFloat64(toString(${text}))`);
      return isWhole(from) ? as(`toFloat64(${text})`) : other(from, target);
    case 'numeric':
      return isWhole(from) ? as(`toDecimal256(${text}, 0)`, { held: 0, isShown: true }) : other(from, target);
    case 'bool':
      return isWhole(from) ? as(`(${text} <> 0)`) : other(from, target);
    case 'date':
      return from === 'timestamp' ? as(asDay(text)) : other(from, target);
    case 'timestamptz':
      return from === 'timestamp' || from === 'date'
        ? clickhouseMoments.on(operand, to, session.zone)
        : other(from, target);
    case 'timestamp':
      return from === 'date' ? as(asTime(text)) : other(from, target);
    default:
      return other(from, target);
  }
}

function other(from: TypeName, to: TypeName): CannotRender {
  return cannot(`ClickHouse has no cast of ${typeText(from)} to ${typeText(to)} that is PostgreSQL's`);
}

function toText({ text, type, scale, constant }: Rendered, to: SqlType): Rendered | CannotRender {
  const as = (written: string | CannotRender): Rendered | CannotRender =>
    isCannot(written) ? written : { text: written, type: to };
  switch (type.name) {
    case 'text':
    case 'varchar':
    case 'unknown':
      return { text, type: to, ...(constant === undefined ? {} : { constant }) };
    case 'int2':
    case 'int4':
    case 'int8':
    case 'date':
      return as(`toString(${text})`);
    case 'bool':
      return as(bound("multiIf($1, 'true', NOT $1, 'false', NULL)", [{ text, type }]));
    case 'numeric':
      return scale?.isShown ? as(`toDecimalString(${text}, ${scale.held})`) : other(type.name, to.name);
    case 'timestamp':
      return as(`replaceRegexpOne(toString(${text}), '[.]?0+$', '')`);
    default:
      return other(type.name, to.name);
  }
}

const forms = {
  whole: '^[-+]?[0-9]{1,18}$',
  double: '^[-+]?[0-9]+([.][0-9]*)?([eE][-+]?[0-9]{1,2})?$',
};

/** Texts that both servers read alike; others are an error. A text that may be NULL would become NULL. */
function fromText(operand: Rendered, to: SqlType): Rendered | CannotRender {
  const trimmed = "trimBoth(ifNull($1, '0'))";
  const read = (as: string, form: string) => {
    const value = failing(`NOT match(${trimmed}, '${form}')`, as, `to${as}(${trimmed})`, 'invalid input syntax');
    return bound(`if(isNull($1), NULL, ${value})`, [operand]);
  };
  const written = isWhole(to.name)
    ? read('Int64', forms.whole)
    : to.name === 'float8'
      ? read('Float64', forms.double)
      : other(operand.type.name, to.name);
  if (isCannot(written)) return written;
  const text = isWhole(to.name) ? fits(written, to) : written;
  return isCannot(text) ? text : { text, type: to };
}

function withModifier(value: Rendered, to: SqlType, isWritten: boolean): Rendered | CannotRender {
  const { modifier } = to;
  if (modifier === undefined) return { ...value, type: to };
  const [first = 0, second = 0] = modifier;
  if (to.name === 'varchar' && isWritten) return { text: `leftUTF8(${value.text}, ${first})`, type: to };
  if (to.name === 'numeric' && second >= 0 && second <= mostDecimals && first - second >= 0) {
    const rounded = `round($1, ${second})`;
    const isBeyond = `abs(${rounded}) >= toDecimal256('1${'0'.repeat(first - second)}', 0)`;
    const limited = failing(isBeyond, `Decimal(76, ${second})`, `toDecimal256(${rounded}, ${second})`, 'overflow');
    const text = bound(limited, [value]);
    return isCannot(text) ? text : { text, type: to, scale: { held: second, isShown: true } };
  }
  if (to.name === 'interval' && value.constant !== undefined) return { ...value, type: to };
  return cannot(`the length of ${typeText(to.name)} is not applied there`);
}
