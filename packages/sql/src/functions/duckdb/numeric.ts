import { type CannotRender, cannot, type Rendered, type Scale } from './rendered.ts';
import { fillTemplate } from './template.ts';

/** Decimals of a quotient. It leaves 14 digits before the point; see decision 0105. */
export const heldByQuotients = 24;
const mostHeld = 37;

export function decimal(held: number): string {
  return `DECIMAL(38,${held})`;
}

export function numericOf(text: string, scale: Scale, others: Partial<Rendered> = {}): Rendered {
  return { text, type: { name: 'numeric' }, scale, ...others };
}

export function scaleOf(operand: Rendered): Scale {
  return operand.scale ?? { held: 0, isShown: true };
}

/** The operand with so many decimals; fewer than it has are made by rounding half away from zero. */
export function withDecimals(operand: Rendered, held: number): string {
  const { held: now } = scaleOf(operand);
  if (now === held) return operand.text;
  if (now > held && operand.rounded) return operand.rounded(held);
  return `CAST(${operand.text} AS ${decimal(held)})`;
}

/** Sum, difference, and other answers with the decimals of the longer operand. */
export function aligned(template: string, args: readonly Rendered[]): Rendered {
  const held = Math.max(...args.map((arg) => scaleOf(arg).held));
  const isShown = args.every((arg) => scaleOf(arg).isShown);
  const text = fillTemplate(
    template,
    args.map((arg) => withDecimals(arg, held)),
  );
  return numericOf(text, { held, isShown });
}

/** Branches of one column: PostgreSQL shows each value with its own decimals. */
export function alignBranches(args: readonly Rendered[]): { readonly texts: readonly string[]; readonly scale: Scale } {
  const held = Math.max(...args.map((arg) => scaleOf(arg).held));
  const isShown = args.every((arg) => arg.constant === null || (scaleOf(arg).isShown && scaleOf(arg).held === held));
  return { texts: args.map((arg) => withDecimals(arg, held)), scale: { held, isShown } };
}

export function multiply(one: Rendered, other: Rendered): Rendered | CannotRender {
  const [a, b] = [scaleOf(one), scaleOf(other)];
  const held = a.held + b.held;
  if (held > mostHeld)
    return cannot('the product of these numerics may need more than 38 digits; round one of them first');
  return numericOf(`(${one.text} * ${other.text})`, { held, isShown: a.isShown && b.isShown });
}

/** Rounds half away from zero; a negative number of decimals rounds to tens, hundreds and so on. */
export function roundNumeric(operand: Rendered, decimals: number): Rendered | CannotRender {
  if (decimals > 24 || decimals < -12) return cannot('round and trunc of numeric keep at most 24 decimals');
  if (decimals >= 0) return numericOf(withDecimals(operand, decimals), { held: decimals, isShown: true });
  const { held } = scaleOf(operand);
  if (held - decimals > mostHeld) return cannot('this numeric has too many decimals to be rounded to tens');
  const unit = `CAST('1${'0'.repeat(-decimals)}' AS ${decimal(0)})`;
  const part = `CAST('0.${'0'.repeat(-decimals - 1)}1' AS DECIMAL(${1 - decimals},${-decimals}))`;
  return numericOf(`(CAST((${operand.text} * ${part}) AS ${decimal(0)}) * ${unit})`, { held: 0, isShown: true });
}

/** Cuts decimals off: moves half a unit towards zero, then rounds. */
export function truncNumeric(operand: Rendered, decimals: number): Rendered | CannotRender {
  const { held } = scaleOf(operand);
  if (decimals >= held) return roundNumeric({ ...operand }, decimals);
  const half = decimals >= 0 ? `0.${'0'.repeat(decimals)}5` : `${5 * 10 ** (-decimals - 1)}`;
  const moved = fillTemplate(`$1 - sign($1) * CAST('${half}' AS ${decimal(Math.max(decimals + 1, 0))})`, [
    operand.text,
  ]);
  return roundNumeric(numericOf(moved, { held: Math.max(held, decimals + 1), isShown: false }), decimals);
}

/** Digits of the value without its point, as HUGEINT. */
export function unscaled(operand: Rendered): string {
  if (scaleOf(operand).held === 0) return `CAST(${operand.text} AS HUGEINT)`;
  return `CAST(replace(CAST(${operand.text} AS VARCHAR), '.', '') AS HUGEINT)`;
}

/** The value whose digits are a HUGEINT. */
export function rescaled(text: string, held: number): string {
  if (held === 0) return `CAST(${text} AS ${decimal(0)})`;
  return `(CAST(${text} AS ${decimal(0)}) * CAST('0.${'0'.repeat(held - 1)}1' AS DECIMAL(${held + 1},${held})))`;
}

/** The remainder with the sign of the dividend, in whole numbers of the smallest decimal. */
export function remainder(one: Rendered, other: Rendered): Rendered {
  const held = Math.max(scaleOf(one).held, scaleOf(other).held);
  const isShown = scaleOf(one).isShown && scaleOf(other).isShown;
  const digits = [one, other].map((arg) => unscaled(numericOf(withDecimals(arg, held), { held, isShown })));
  const text = fillTemplate(`CASE WHEN $2 = 0 THEN error('division by zero') ELSE $1 % $2 END`, digits);
  return numericOf(rescaled(text, held), { held, isShown });
}
