import { isWithoutValue } from '../answer/index.ts';
import type { FilterValue } from '../protocol/index.ts';
import { type Control, noFilter, noGrain, type ControlValue } from './control.ts';
import { filledText } from './dashboard.ts';

const usualGrains = ['day', 'week', 'month', 'quarter', 'year'];

/** Texts of the inputs of controls. */
export const fieldTexts = {
  asPublished: 'As published',
  from: 'from',
  to: 'to',
  clear: (name: string) => `All: ${name}`,
  search: (name: string) => `Search ${name}`,
  looking: 'Looking',
  noValues: 'No values.',
  moreValues: 'There are more values: search for them.',
  moreInList: 'There are more values.',
  valuesFailed: 'The values cannot be read.',
} as const;

/** Lists the granularities that a control offers, and its current one. */
export function grainsOf({ config }: Control, set: string | undefined) {
  const { allowed, default: saved } = config;
  const offered: readonly string[] = Array.isArray(allowed) && allowed.length > 0 ? allowed.map(String) : usualGrains;
  return { offered, chosen: set ?? filledText(saved) ?? noGrain };
}

/** The input for the values of a filter. */
export interface FilterField {
  /** `switch` turns the filter on and off, `list` offers values, `between` has two inputs, `typed` one, with commas between several values. */
  readonly kind: 'switch' | 'list' | 'between' | 'typed';
  /** Type of the input. */
  readonly type: 'text' | 'number' | 'date';
  readonly isMany: boolean;
  /** Whether the list has a search, as lists of texts have. */
  readonly isSearchable: boolean;
}

/** Chooses the input for a filter. @param operator that of the current value */
export function fieldOf({ config }: Control, operator: string): FilterField {
  const { multiple, dimensionType = 'string' } = config;
  const [isTime, isNumber] = [dimensionType === 'time', dimensionType === 'number'];
  const isWhole = operator === 'equals' || operator === 'not_equals';
  const isList = isWhole && !isTime && !isNumber;
  const kind = isWithoutValue(operator) ? 'switch' : operator === 'between' ? 'between' : isList ? 'list' : 'typed';
  // Texts may be one of several unless the dashboard says otherwise, times and numbers only if it does.
  const isMany = isWhole && (typeof multiple === 'boolean' ? multiple : isList);
  return {
    kind,
    type: isTime ? 'date' : isNumber ? 'number' : 'text',
    isMany,
    isSearchable: dimensionType === 'string',
  };
}

/** A day, with the first or the last moment of it or without. */
const oneDay = /^(\d{4}-\d{2}-\d{2})(?:[T ](?:00:00(?::00(?:\.0+)?)?|23:59:59(?:\.9+)?)Z?)?$/;

/** Fits a value to its input: one of dates can show whole days only. */
export function inputOf(
  type: FilterField['type'],
  text: string,
): Pick<FilterField, 'type'> & { readonly text: string } {
  if (type !== 'date' || text === '') return { type, text };
  const day = oneDay.exec(text)?.[1];
  return day === undefined ? { type: 'text', text } : { type, text: day };
}

/** Reads the values that a user has typed. */
export function typedValues(text: string, isMany: boolean): readonly string[] {
  return (isMany ? text.split(',') : [text]).map((each) => each.trim()).filter(Boolean);
}

/** Makes a filter of values; without any, it is removed. */
export function filterOf(operator: string, value: readonly ControlValue[]): FilterValue {
  return value.length === 0 ? noFilter : { operator, value };
}
