import type { SqlType } from '../../types/index.ts';
import { cannot, type CannotRender, type Rendered } from '../duckdb/rendered.ts';

/** The digits of a decimal, and how many of them stand behind the point. */
interface DecimalShape {
  readonly digits: number;
  readonly held: number;
}

/** Most digits of a decimal of Trino. */
const mostDigits = 38;
const wholeDigits = { int2: 5, int4: 10, int8: 19 } as const;

/**
 * A number as a decimal, which the cast fails for when it is too large. Every numeric ends in such a cast, since the types of
 * results differ between versions of Trino, and drop decimals without an error.
 */
export function decimal(text: string, type: SqlType, { digits, held }: DecimalShape): Rendered {
  return { text: `CAST(${text} AS DECIMAL(${digits}, ${held}))`, type, scale: { held, isShown: true } };
}

/** The type of a decimal or whole number, as its text says. */
export function decimalOf({ text, type, scale }: Rendered): DecimalShape {
  if (type.name === 'int2' || type.name === 'int4' || type.name === 'int8')
    return { digits: wholeDigits[type.name], held: 0 };
  const [, digits = mostDigits] = /^CAST\(.* AS DECIMAL\((\d+), \d+\)\)$/s.exec(text) ?? [];
  return { digits: Number(digits), held: scale?.held ?? 0 };
}

/** A decimal with the decimals that it is known to have. */
export function fitted(value: Rendered): string {
  return decimal(value.text, value.type, { digits: mostDigits, held: decimalOf(value).held }).text;
}

const whole = ({ digits, held }: DecimalShape) => digits - held;

/** Operands of one type, with a digit of room in the sum. */
export function sum(sign: '+' | '-', [one, other]: readonly Rendered[], type: SqlType): Rendered | CannotRender {
  if (!one || !other) return cannot('an operand is missing');
  const operands = [one, other].map(decimalOf);
  const held = Math.max(...operands.map((operand) => operand.held));
  const digits = Math.min(Math.max(...operands.map(whole)) + held, mostDigits - 1);
  const [left, right] = [one, other].map(({ text }) => decimal(text, type, { digits, held }).text);
  return kept(decimal(`${left} ${sign} ${right}`, type, { digits: digits + 1, held }), [one, other]);
}

export function product([one, other]: readonly Rendered[], type: SqlType): Rendered | CannotRender {
  if (!one || !other) return cannot('an operand is missing');
  const operands = [one, other].map(decimalOf);
  const digits = operands.reduce((all, operand) => all + operand.digits, 0);
  const held = operands.reduce((all, operand) => all + operand.held, 0);
  if (digits > mostDigits) return cannot('the product may have more digits than Trino keeps');
  return kept(decimal(`${one.text} * ${other.text}`, type, { digits, held }), [one, other]);
}

/** One more digit before the point may be made by rounding. @param held decimals of the answer */
export function reshaped(text: string, value: Rendered, held: number): Rendered {
  return decimal(text, value.type, { digits: Math.min(whole(decimalOf(value)) + 1 + held, mostDigits), held });
}

/** A text around a decimal that keeps its type. */
export function sameDecimal(text: string, value: Rendered): Rendered {
  return kept(decimal(text, value.type, decimalOf(value)), [value]);
}

/** PostgreSQL shows as many decimals as there are when it shows those of the operands. */
function kept(made: Rendered, operands: readonly Rendered[]): Rendered {
  const isShown = operands.every(({ scale }) => scale === undefined || scale.isShown);
  return { ...made, scale: { held: made.scale?.held ?? 0, isShown } };
}
