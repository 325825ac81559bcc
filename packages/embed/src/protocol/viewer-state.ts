import { entriesOf, isText, type PlainObject } from './plain-values.ts';

type SingleValue = string | number | boolean;

/** Value of a filter control, as `?f_<view>.<member>=` has it. `operator` is `equals` when absent. */
export interface FilterValue {
  readonly operator?: string;
  /** Absent for operators without a value, for example `is_null`. An empty list takes the filter away. */
  readonly value?: SingleValue | readonly SingleValue[];
  readonly caseSensitive?: boolean;
  readonly startInclusive?: boolean;
  readonly endInclusive?: boolean;
}

/** Changes of filters by `view.member`; `null` sets a filter back to its start value, and others keep their values. */
export type FiltersPatch = Readonly<Record<string, FilterValue | null>>;
/**
 * Changes of granularities by `view.member`, for example `month`; with an empty text each chart keeps its own, and `null`
 * sets one back to its start value.
 */
export type GrainsPatch = Readonly<Record<string, string | null>>;

/** The values of a dashboard's controls, by `view.member`. Controls without a value here have their start values. */
export interface ViewerState {
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly timeGrains: Readonly<Record<string, string>>;
}

const mostMembers = 100;
const longestMember = 1_000;
const mostValues = 1_000;
const longestValue = 10_000;
/** Characters of all values of a message together. */
const mostCharacters = 200_000;

/** A view and a member of it. The dot keeps names such as `__proto__` out. */
const member = /^[^.\p{Cc}]+\.[^.\p{Cc}]+$/u;
const operator = /^[a-z_]{1,40}$/;
const grain = /^\w{0,100}$/;

const options = ['caseSensitive', 'startInclusive', 'endInclusive'] as const;
const fields: ReadonlySet<string> = new Set(['operator', 'value', ...options]);

/** @returns `undefined` when anything in it is malformed or too large */
export function readFiltersPatch(given: unknown): FiltersPatch | undefined {
  const read = readByMember(given, (value) => (value === null ? null : readFilterValue(value)));
  return read && charactersIn(read) <= mostCharacters ? read : undefined;
}

/** @returns `undefined` when anything in it is malformed or too large */
export function readGrainsPatch(given: unknown): GrainsPatch | undefined {
  return readByMember(given, (value) => (value === null || isText(value, grain) ? value : undefined));
}

/** @returns `undefined` when anything in it is malformed or too large */
export function readViewerState({ filters, timeGrains }: PlainObject): ViewerState | undefined {
  const read = readByMember(filters, readFilterValue);
  const grains = readByMember(timeGrains, (value) => (isText(value, grain) ? value : undefined));
  return read && grains && charactersIn(read) <= mostCharacters ? { filters: read, timeGrains: grains } : undefined;
}

/** @returns `undefined` for what no control can have as its value */
export function readFilterValue(given: unknown): FilterValue | undefined {
  const entries = entriesOf(given, fields.size);
  if (!entries?.every(([name]) => fields.has(name))) return undefined;
  const { operator: named, value, ...rest } = Object.fromEntries(entries);
  if (named !== undefined && !isText(named, operator)) return undefined;
  if (value !== undefined && !isValue(value)) return undefined;
  if (named === undefined && value === undefined) return undefined;
  if (!Object.values(rest).every((option) => option === undefined || typeof option === 'boolean')) return undefined;
  return {
    ...(named === undefined ? {} : { operator: named }),
    ...(value === undefined ? {} : { value }),
    ...Object.fromEntries(Object.entries(rest).filter(([, option]) => option !== undefined)),
  };
}

function readByMember<T>(given: unknown, read: (value: unknown) => T | undefined): Record<string, T> | undefined {
  const entries = entriesOf(given, mostMembers);
  if (!entries) return undefined;
  const found = new Map<string, T>();
  for (const [name, value] of entries) {
    const one = name.length <= longestMember && member.test(name) ? read(value) : undefined;
    if (one === undefined) return undefined;
    found.set(name, one);
  }
  return Object.fromEntries(found);
}

function isValue(value: unknown): value is SingleValue | readonly SingleValue[] {
  if (!Array.isArray(value)) return isSingle(value);
  return value.length <= mostValues && value.every(isSingle);
}

function isSingle(value: unknown): value is SingleValue {
  if (typeof value === 'string') return value.length <= longestValue;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function charactersIn(filters: Readonly<Record<string, FilterValue | null>>): number {
  const values = Object.values(filters).flatMap((filter) => filter?.value ?? []);
  return values.reduce<number>((sum, value) => sum + String(value).length, 0);
}
