import type { Column } from '../column.ts';
import { readSpecifier, type Specifier } from './specifier.ts';

/** The format that a user has chosen for a column of a report. */
export interface FormatOverride {
  readonly type: 'currency' | 'percent' | 'number';
  readonly decimalPlaces?: number | undefined;
}

const named: Readonly<Record<FormatOverride['type'], (places: string) => string>> = {
  currency: (places) => `$,${places}f`,
  percent: (places) => `${places}%`,
  number: (places) => `,${places}f`,
};
const mostPlaces = 20;
const defaultPlaces = '.2~';

/** The column with the format that was chosen for it, if one was. */
export function withOverride<C extends Column>(column: C, override: FormatOverride | undefined): C {
  const write = override && Object.hasOwn(named, override.type) ? named[override.type] : undefined;
  if (!write) return column;
  const { decimalPlaces } = override ?? {};
  const places = Number.isInteger(decimalPlaces)
    ? `.${Math.min(Math.max(0, decimalPlaces ?? 0), mostPlaces)}`
    : undefined;
  return {
    ...column,
    format: { type: 'custom-numeric', value: write(places ?? defaultPlaces), alias: override?.type },
  };
}

/** Where the model gives no format. */
const unformatted = `,${defaultPlaces}f`;

/** The d3 specifier of a column of numbers, as metadata of members states it. */
function specifierTextOf({ format }: Column): string {
  if (format === 'percent') return named.percent(defaultPlaces);
  if (format === 'currency') return named.currency(defaultPlaces);
  if (typeof format === 'object' && format.type === 'custom-numeric' && readSpecifier(format.value))
    return format.value;
  return unformatted;
}

export function specifierOf(column: Column): Specifier {
  const specifier = readSpecifier(specifierTextOf(column));
  if (!specifier) throw new Error('a specifier of ours is none');
  return specifier;
}

/** True if the format has been chosen, in the model or for the report, and says more than that this is a number. */
export function hasOwnFormat({ format }: Column): boolean {
  if (typeof format === 'object') return format.type === 'custom-numeric' || format.type === 'custom-time';
  return format === 'percent' || format === 'currency';
}

/** True for formats that somebody has written out; the decimals of others are those that a column needs. */
export function isWrittenOut({ format }: Column): boolean {
  return typeof format === 'object' && format.type === 'custom-numeric' && format.alias === undefined;
}
