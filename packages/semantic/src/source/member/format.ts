import type { Format, ValueType } from '../../model/index.ts';
import { snakeCase } from '../fields/letter-case.ts';

const kept = new Set(['number', 'percent', 'currency']);

/** Writes a named numeric format in d3, with `0` to `6` decimals. */
const named: ReadonlyMap<string, (decimals: number) => string> = new Map([
  ['number', (n) => `,.${n}${tilde(n)}f`],
  ['percent', (n) => `.${n}${tilde(n)}%`],
  ['currency', (n) => `$,.${n}${tilde(n)}f`],
  ['decimal', (n) => `,.${n}${tilde(n)}f`],
  ['abbr', (n) => `.${n}~s`],
  ['accounting', (n) => `(,.${n}${tilde(n)}f`],
]);

const defaultDecimals = 2;

/** Source: https://d3js.org/d3-format#locale_format */
const d3Format = /^(?:(?:.)?[<>=^])?[+\-( ]?[$#]?0?\d*,?(?:\.\d+)?~?[a-z%]?$/i;

/**
 * Returns a format as metadata shows it, or `undefined` if a value of this type cannot have it.
 *
 * @param type of the member's value
 */
export function readFormat(value: unknown, type: ValueType): Format | undefined {
  switch (type) {
    case 'number':
      return typeof value === 'string' ? readNumberFormat(value) : undefined;
    case 'time':
      return typeof value === 'string' && value ? { type: 'custom-time', value } : undefined;
    case 'string':
      return readTextFormat(value);
    case 'boolean':
      return undefined;
  }
}

export const formatExpectation: Readonly<Record<ValueType, string>> = {
  number: 'number, percent, currency, abbr, accounting, id, decimal (with _0 to _6), or a d3-format specifier',
  time: 'a strftime specifier',
  string: 'imageUrl, link, or {type: link, label}',
  boolean: 'nothing: values of this type have no format',
};

function readNumberFormat(text: string): Format | undefined {
  if (kept.has(text)) return text;
  if (text === 'id') return { type: 'custom-numeric', value: '.0f', alias: text };
  const [, name = '', decimals] = text.match(/^([a-z]+)(?:_([0-6]))?$/) ?? [];
  const specifier = named.get(name);
  if (specifier) {
    return { type: 'custom-numeric', value: specifier(decimals ? Number(decimals) : defaultDecimals), alias: text };
  }
  return text && d3Format.test(text) ? { type: 'custom-numeric', value: text } : undefined;
}

function readTextFormat(value: unknown): Format | undefined {
  if (typeof value === 'string') {
    if (value === 'link') return value;
    return snakeCase(value) === 'image_url' ? 'imageUrl' : undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { type, label, ...others } = value as { type?: unknown; label?: unknown };
  const isLink = type === 'link' && typeof label === 'string' && label !== '' && Object.keys(others).length === 0;
  return isLink ? { type: 'link', label } : undefined;
}

function tilde(decimals: number): string {
  return decimals === 0 ? '' : '~';
}
