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

/** Letters whose capital is several letters to ICU, and one to PostgreSQL: ligatures, and Greek with marks. */
const severalCapitals =
  '[\\u0149\\u01f0\\u0390\\u03b0\\u0587\\u1e96-\\u1e9a\\u1f50-\\u1f56\\u1f80-\\u1fff\\ue000\\ufb00-\\ufb17]';

/** The letter ß has no capital in PostgreSQL, and two in ICU. Other letters like that fail. */
export function capital(text: string): string {
  const failed = `CAST(CAST(left(${text}, 0) || 'upper() of these letters is not known' AS int4) AS text)`;
  const raised = `replace(upper(replace(${text} COLLATE "und-x-icu", 'ß', U&'\\E000')), U&'\\E000', 'ß')`;
  return byCodePoint(`CASE WHEN ${text} ~ '${severalCapitals}' THEN ${failed} ELSE ${raised} END`);
}

export const caseless =
  (operator: 'LIKE' | 'NOT LIKE'): SourceRendering =>
  ([text, pattern]) =>
    text && pattern ? `(${lowered(text.text)} ${operator} ${lowered(pattern.text)})` : cannot('LIKE has two operands');
