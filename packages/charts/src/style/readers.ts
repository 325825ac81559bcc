import { readSpecifier } from '../format/index.ts';
import { isColor } from './palette-colors.ts';

/** Bounds of what is read of data of others. */
export const most = { text: 200, names: 50, lines: 10, number: 1e15 };

export type Read<T> = (value: unknown) => T | undefined;
type FieldReaders<T> = { readonly [Key in keyof T]-?: Read<NonNullable<T[Key]>> };

export const text: Read<string> = (value) =>
  typeof value === 'string' && value.length <= most.text ? value : undefined;
export const longText =
  (longest: number): Read<string> =>
  (value) =>
    typeof value === 'string' && value.length <= longest ? value : undefined;
export const yes: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);
export const numberWithin =
  (least: number, largest: number): Read<number> =>
  (value) =>
    typeof value === 'number' && value >= least && value <= largest ? value : undefined;
export const number = numberWithin(-most.number, most.number);
export const color: Read<string> = (value) => (isColor(value) ? value : undefined);
export const format: Read<string> = (value) => (isNumberFormat(value) && value !== '' ? value : undefined);
export const oneOf =
  <const T extends string>(...all: readonly T[]): Read<T> =>
  (value) =>
    all.find((each) => each === value);
export const listOf =
  <T>(read: Read<T>, longest: number): Read<readonly T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > longest) return undefined;
    const all = value.flatMap((each) => read(each) ?? []);
    return all.length === value.length ? all : undefined;
  };

/** Whether a text is a d3 specifier that numbers can be written by. */
export function isNumberFormat(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 20 && readSpecifier(value) !== undefined;
}

export function objectOf<T extends object>(readers: FieldReaders<T>): Read<T> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const entries = Object.entries(readers).flatMap(([key, read]) => {
      const each = Object.hasOwn(value, key) ? (read as Read<unknown>)(value[key]) : undefined;
      return each === undefined ? [] : [[key, each] as const];
    });
    return entries.length === 0 ? undefined : (Object.fromEntries(entries) as T); // each was read as what it is
  };
}

export function recordOf<T>(read: Read<T>): Read<Readonly<Record<string, T>>> {
  return (value) => {
    if (!isObject(value)) return undefined;
    const entries = Object.entries(value).flatMap(([key, given]) => {
      const each = key === '__proto__' || key.length > most.text ? undefined : read(given);
      return each === undefined ? [] : [[key, each] as const];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries.slice(0, most.names));
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
