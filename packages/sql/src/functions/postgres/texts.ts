import { cannot, type Rendered } from '../duckdb/rendered.ts';
import type { SourceRendering } from '../source/rules.ts';
import { byCodePoint } from './values.ts';

/** Without moments and intervals, whose texts depend on settings. */
export const shown =
  (name: string): SourceRendering =>
  (args) =>
    args.some(isShownBySettings)
      ? cannot(`${name} shows no moments, intervals and arrays there`)
      : byCodePoint(`${name}(${args.map(({ text }) => text).join(', ')})`);

export const joined: SourceRendering = (args) =>
  args.some(isShownBySettings)
    ? cannot('moments, intervals and arrays are not joined to texts there')
    : byCodePoint(`(${args.map(({ text }) => text).join(' || ')})`);

function isShownBySettings({ type }: Rendered): boolean {
  return /^(?:timestamptz|interval|record|.*\[\])$/.test(type.name);
}

/** Letters of all languages: the collation `C` knows none beyond `z`. Two depend on their neighbours, and are replaced. */
export function lowered(text: string): string {
  return byCodePoint(`lower(replace(replace(${text} COLLATE "und-x-icu", 'İ', 'i'), 'Σ', 'σ'))`);
}

/** The letter ß has no capital in PostgreSQL, and two in ICU. */
export function capital(text: string): string {
  return byCodePoint(`replace(upper(replace(${text} COLLATE "und-x-icu", 'ß', U&'\\E000')), U&'\\E000', 'ß')`);
}

export const caseless =
  (operator: 'LIKE' | 'NOT LIKE'): SourceRendering =>
  ([text, pattern]) =>
    text && pattern ? `(${lowered(text.text)} ${operator} ${lowered(pattern.text)})` : cannot('LIKE has two operands');
