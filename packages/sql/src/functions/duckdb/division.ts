import type { SqlType } from '../../types/index.ts';
import { heldByQuotients, numericOf, rescaled, scaleOf, unscaled } from './numeric.ts';
import { type CannotRender, cannot, type Rendered } from './rendered.ts';

/** Most decimals of an operand whose values show different numbers of them, so that the answer has PostgreSQL's digits. */
const freeDecimals = 16;
/** Digits of a DECIMAL. */
const mostDigits = 38;
const digitsOfBigint = 19;
/** Decimals that PostgreSQL shows of a mean of 1 to 9999. */
const leastOfMeans = 16;
/** Decimals of a quotient of a quotient, of which PostgreSQL has about as many. */
const decimalsOfNested = 20;

/**
 * Divides numerics with as many decimals as PostgreSQL chooses (`select_div_scale` of its numeric.c): at least 16
 * significant digits, counted in groups of four, and no fewer than either operand has. How many a quotient has differs
 * from row to row: where one is divided again, the answer has 20 decimals.
 *
 * The quotient is an integer of `r` decimals, made by long division in HUGEINT, so that no digit is lost. Digits that
 * do not fit are an error, never rounded away.
 */
export function divide(one: Rendered, other: Rendered): Rendered | CannotRender {
  return quotientOf(one, other, heldByQuotients);
}

/**
 * The mean of numbers, from their sum and their count. It has as many decimals as the digits of the numbers leave room
 * for; a mean near 0, of which PostgreSQL shows more, is rounded to them.
 *
 * @param type of the numbers
 */
export function meanOf(sum: Rendered, count: Rendered, type: SqlType): Rendered | CannotRender {
  return quotientOf(sum, count, decimalsOfMean(type));
}

/** Decimals of the mean of numbers of a type. */
export function decimalsOfMean({ name, modifier }: SqlType): number {
  if (name === 'int8') return mostDigits - digitsOfBigint;
  const [digits, decimals = 0] = modifier ?? [];
  if (name !== 'numeric' || digits === undefined) return heldByQuotients;
  return Math.max(decimals, Math.min(heldByQuotients, Math.max(leastOfMeans, mostDigits - (digits - decimals))));
}

function quotientOf(one: Rendered, other: Rendered, held: number): Rendered | CannotRender {
  const isFree = !scaleOf(one).isShown || !scaleOf(other).isShown;
  if (isFree && scaleOf(other).held > freeDecimals)
    return cannot('a quotient of numerics must be rounded before something is divided by it');
  const quotient = longDivision(one, other, isFree);
  const rounded = (decimals: number) => quotient(roundedTo(decimals));
  if (isFree && scaleOf(one).held > freeDecimals) {
    return numericOf(rounded(decimalsOfNested), { held: decimalsOfNested, isShown: false }, { rounded });
  }
  const finish = held < heldByQuotients ? roundedTo(held) : keptWith(held);
  return numericOf(quotient(finish), { held, isShown: false }, { rounded });
}

/** Evaluates a body over the fields of one row `_q`, so that each is computed once. */
function withFields(fields: Readonly<Record<string, string>>, body: string): string {
  const row = Object.entries(fields).map(([name, text]) => `'${name}': ${text}`);
  return `list_transform([{${row.join(', ')}}], lambda _q: ${body})[1]`;
}

/** 10 to the power of an expression, exactly. */
function tenTo(power: string): string {
  return `CAST('1' || repeat('0', CAST(${power} AS INTEGER)) AS HUGEINT)`;
}

/** Position and value of the first group of four digits, as PostgreSQL keeps numerics. */
function leadingGroup(digits: string, held: number): { readonly position: string; readonly value: string } {
  const padding = (4 - (held % 4)) % 4;
  const text = `(CAST(abs(${digits}) AS VARCHAR) || '${'0'.repeat(padding)}')`;
  const orZero = (value: string) => `(CASE WHEN ${digits} = 0 THEN 0 ELSE ${value} END)`;
  return {
    position: orZero(`(length(${text}) - 1) // 4 - ${(held + padding) / 4}`),
    value: orZero(`CAST(left(${text}, (length(${text}) - 1) % 4 + 1) AS INTEGER)`),
  };
}

/** The number of decimals of the quotient of `_q.n` and `_q.d`. */
function decimalsOfQuotient(one: number, other: number, isFree: boolean): string {
  const [n, d] = [leadingGroup('_q.n', one), leadingGroup('_q.d', other)];
  const least = Math.max(one, other);
  if (isFree && one > freeDecimals) return String(Math.max(decimalsOfNested, one - other));
  const needed = `(16 - 4 * (${n.position} - ${d.position} - CASE WHEN ${n.value} <= ${d.value} THEN 1 ELSE 0 END))`;
  if (!isFree) return `greatest(${needed}, ${least})`;
  return `CASE WHEN ${needed} < ${least} THEN error('this numeric must be rounded before it is divided') ELSE ${needed} END`;
}

/** Most digits of one step: a divisor of 20 digits still leaves room for them in a HUGEINT. */
const step = 18;

function longDivision(one: Rendered, other: Rendered, isFree: boolean): (finish: string) => string {
  const [a, b] = [scaleOf(one).held, scaleOf(other).held];
  const shift = `(_q.r + ${b - a})`;
  const brought = `_q.q * ${tenTo('_q.k')} + (_q.m * ${tenTo('_q.k')}) // _q.d`;
  const left = `(_q.m * ${tenTo('_q.k')}) % _q.d`;
  const kept = { d: '_q.d', r: '_q.r', s: '_q.s' };
  const bring = (inner: string) =>
    withFields({ q: brought, m: left, k: `least(_q.l, ${step})`, l: `_q.l - least(_q.l, ${step})`, ...kept }, inner);
  return (finish) => {
    const half = `CASE WHEN _q.m * 2 >= _q.d THEN 1 ELSE 0 END`;
    const last = withFields({ q: `_q.q + ${half}`, r: '_q.r', s: '_q.s' }, finish);
    const begun = withFields(
      {
        q: 'abs(_q.n) // abs(_q.d)',
        m: 'abs(_q.n) % abs(_q.d)',
        k: `least(${shift}, ${step})`,
        l: `${shift} - least(${shift}, ${step})`,
        d: 'abs(_q.d)',
        r: '_q.r',
        s: 'sign(_q.n) * sign(_q.d)',
      },
      bring(bring(bring(last))),
    );
    const whole = withFields({ n: '_q.n', d: '_q.d', r: decimalsOfQuotient(a, b, isFree) }, begun);
    const missing = '_q.n IS NULL OR _q.d IS NULL';
    const guarded = `CASE WHEN ${missing} THEN NULL WHEN _q.d = 0 THEN error('division by zero') ELSE ${whole} END`;
    return `(${withFields({ n: unscaled(one), d: unscaled(other) }, guarded)})`;
  };
}

/** The quotient `_q.q` of `_q.r` decimals with more or fewer of them; it fails when a digit would be lost. */
function keptWith(held: number): string {
  const unit = tenTo(`_q.r - ${held}`);
  const lost = `error('this quotient of numerics needs more decimals than are kept; round it')`;
  const fewer = `CASE WHEN _q.q % ${unit} <> 0 THEN ${lost} ELSE _q.q // ${unit} END`;
  const more = `_q.q * ${tenTo(`${held} - _q.r`)}`;
  return rescaled(`(_q.s * CASE WHEN _q.r <= ${held} THEN ${more} ELSE ${fewer} END)`, held);
}

function roundedTo(decimals: number): string {
  const unit = tenTo(`_q.r - ${decimals}`);
  const fewer = `_q.q // ${unit} + CASE WHEN (_q.q % ${unit}) * 2 >= ${unit} THEN 1 ELSE 0 END`;
  const more = `_q.q * ${tenTo(`${decimals} - _q.r`)}`;
  return rescaled(`(_q.s * CASE WHEN _q.r <= ${decimals} THEN ${more} ELSE ${fewer} END)`, decimals);
}
