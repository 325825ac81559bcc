import { shownLiteral } from '@orrery/kernel';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';

/** How an engine shows parts of a time by formats like `%Y`. */
interface FormatWords {
  /** The name of the engine, for refusals. */
  readonly engine: string;
  /** @param format of one part */
  part(time: string, format: string): string;
  quarter(time: string): string;
  joined(parts: readonly string[]): string;
}

/** Patterns of TO_CHAR that neither the language of the server nor padding changes. Longer ones stand first. */
const patterns: readonly (readonly [pattern: string, format: string])[] = [
  ['YYYY', '%Y'],
  ['IYYY', '%x'],
  ['HH24', '%H'],
  ['HH12', '%h'],
  ['MM', '%m'],
  ['MI', '%i'],
  ['DDD', '%j'],
  ['DD', '%d'],
  ['HH', '%h'],
  ['SS', '%s'],
  ['US', '%f'],
  ['IW', '%v'],
];

/** Reads a format of TO_CHAR as parts with formats, and texts between them. */
export const shownBy =
  ({ engine, part, quarter, joined }: FormatWords) =>
  ([time, format]: readonly Rendered[]): string | CannotRender => {
    let rest = format?.constant ?? '';
    const parts: string[] = [];
    while (rest !== '' && time) {
      const text = /^"([^"\\%]*)"|^[-:/., ]|^T(?=HH)/.exec(rest);
      const found = patterns.find(([pattern]) => rest.startsWith(pattern));
      if (text) parts.push(quoted(text[1] ?? text[0]));
      else if (found) parts.push(part(time.text, found[1]));
      else if (rest.startsWith('Q')) parts.push(quarter(time.text));
      else return cannot(`the format ${shownLiteral(format?.constant)} is not written for ${engine}`);
      rest = rest.slice(text?.[0].length ?? found?.[0].length ?? 1);
    }
    return parts.length > 0 && time ? joined(parts) : cannot('the format must be a constant');
  };
