import { arrayOf, type ElementName, isVector, type SqlType } from './sql-type.ts';
import { elementNames } from './type-facts.ts';

/** Names of types in statements, in addition to those of the catalogue. `datetime` is MySQL's, which tools send. */
const aliases: ReadonlyMap<string, ElementName> = new Map<string, ElementName>([
  ['boolean', 'bool'],
  ['smallint', 'int2'],
  ['int', 'int4'],
  ['integer', 'int4'],
  ['bigint', 'int8'],
  ['decimal', 'numeric'],
  ['dec', 'numeric'],
  ['real', 'float4'],
  ['double precision', 'float8'],
  ['double', 'float8'],
  ['character varying', 'varchar'],
  ['string', 'text'],
  ['character', 'bpchar'],
  ['char', 'bpchar'],
  ['time without time zone', 'time'],
  ['timestamp without time zone', 'timestamp'],
  ['timestamp with time zone', 'timestamptz'],
  ['datetime', 'timestamp'],
  // The name of the catalogue's own type stands in quotes: char without them is a text of fixed length.
  ['"char"', 'char'],
  ...elementNames
    .filter((name) => name !== 'void' && name !== 'char')
    .map((name): [string, ElementName] => [name, name]),
]);

/** Largest precision of numeric that is kept exactly, see decision 0105. */
const mostDigits = 38;

export interface WrittenType {
  /** The name in any letter case, without a schema. */
  readonly name: string;
  readonly modifier?: readonly number[];
  readonly isArray?: boolean;
}

/**
 * Finds the type that a statement writes, as in `decimal(10, 2)`, `varchar(20)[]`, `float(24)`.
 *
 * @returns why there is none: a sentence about the name or the modifier
 */
export function typeNamed({
  name,
  modifier = [],
  isArray = false,
}: WrittenType): SqlType | { readonly refusal: string } {
  const written = name.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  if (written === 'float') return floatOf(modifier, isArray);
  if (isVector(written) && !isArray && modifier.length === 0) return { name: written };
  const element = aliases.get(written);
  if (element === undefined) return { refusal: `type "${name}" does not exist` };
  const read = readModifier(element, written, modifier);
  if (!Array.isArray(read)) return { refusal: read as string };
  return { name: isArray ? arrayOf(element) : element, ...(read.length > 0 ? { modifier: read } : {}) };
}

function floatOf([bits, ...others]: readonly number[], isArray: boolean): SqlType | { readonly refusal: string } {
  if (others.length > 0 || (bits !== undefined && (bits < 1 || bits > 53)))
    return { refusal: 'precision for type float must be between 1 and 53 bits' };
  const name = bits !== undefined && bits <= 24 ? 'float4' : 'float8';
  return { name: isArray ? arrayOf(name) : name };
}

/** @returns the modifier as it is kept, or why it is refused */
function readModifier(element: ElementName, written: string, modifier: readonly number[]): readonly number[] | string {
  switch (element) {
    case 'numeric':
      return numericModifier(modifier);
    case 'varchar':
      return lengthModifier('varchar', modifier);
    case 'bpchar':
      // CHAR alone is one character; the name of the catalogue alone is unlimited.
      return modifier.length === 0 && written !== 'bpchar' ? [1] : lengthModifier('char', modifier);
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return digitsModifier(element, modifier);
    case 'interval':
      return modifier.length > 2 ? 'invalid type modifier of interval' : modifier;
    default:
      return modifier.length > 0 ? `type modifier is not allowed for type "${written}"` : [];
  }
}

function numericModifier(modifier: readonly number[]): readonly number[] | string {
  const [precision, scale = 0] = modifier;
  if (precision === undefined) return [];
  if (modifier.length > 2) return 'invalid NUMERIC type modifier';
  if (precision < 1 || precision > mostDigits)
    return `NUMERIC precision ${precision} must be between 1 and ${mostDigits}`;
  if (scale < 0 || scale > precision) return `NUMERIC scale ${scale} must be between 0 and precision ${precision}`;
  return [precision, scale];
}

function lengthModifier(shown: string, modifier: readonly number[]): readonly number[] | string {
  const [length] = modifier;
  if (length === undefined) return [];
  if (modifier.length > 1 || length < 1) return `length for type ${shown} must be at least 1`;
  return length > 10_485_760 ? `length for type ${shown} cannot exceed 10485760` : [length];
}

/** Six digits are the most there are, so that more change nothing, and six neither. */
function digitsModifier(shown: string, modifier: readonly number[]): readonly number[] | string {
  const [digits] = modifier;
  if (digits === undefined) return [];
  if (modifier.length > 1 || digits < 0) return `precision of ${shown} must not be negative`;
  return [Math.min(digits, 6)];
}
