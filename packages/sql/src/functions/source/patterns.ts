import { readPattern } from '../duckdb/pattern.ts';
import { type CannotRender, cannot, type Rendered } from '../duckdb/rendered.ts';
import { quoted } from '../duckdb/template.ts';
import type { SourceRendering } from './rules.ts';

const notConstant = (engine: string) => cannot(`the pattern must be a constant for ${engine}`);

/** A constant pattern of LIKE, in which a backslash escapes. */
export function likePattern(pattern: Rendered | undefined, engine: string): string | CannotRender {
  if (typeof pattern?.constant !== 'string') return notConstant(engine);
  if (/^(?:[^\\]|\\[^])*\\$/u.test(pattern.constant)) return cannot('LIKE pattern must not end with escape character');
  return pattern.constant;
}

/** Turns the escape character of a constant pattern into a backslash. @param write writes a text as a constant */
export const escapedFor =
  (engine: string, write = quoted): SourceRendering =>
  ([pattern, escape], type) => {
    if (typeof pattern?.constant !== 'string' || typeof escape?.constant !== 'string') return notConstant(engine);
    const mark = escape.constant;
    if ([...mark].length > 1) return cannot('invalid escape string');
    let constant = '';
    let isEscaped = false;
    for (const letter of pattern.constant) {
      if (!isEscaped && letter === mark) {
        isEscaped = true;
        constant += '\\';
      } else {
        constant += letter === '\\' && !isEscaped ? '\\\\' : letter;
        isEscaped = false;
      }
    }
    return { text: write(constant), type, constant };
  };

/** Only patterns that mean the same in every kind of regular expression; the end of the text is before no line break. */
export function regularPattern(pattern: Rendered | undefined, engine: string): string | CannotRender {
  if (typeof pattern?.constant !== 'string') return notConstant(engine);
  const read = readPattern(pattern.constant);
  if ('refusal' in read) return cannot(read.refusal.replace('DuckDB', engine));
  // PostgreSQL repeats nothing where others repeat an anchor.
  const bare = pattern.constant.replaceAll(/\\.|\[\^?\]?(?:\[:\w+:\]|[^\]])*\]/gsu, 'x');
  const end = read.text.replace(/\$$/, '\\z');
  return /(?:^|[(|^$])[*+?{]/.test(bare) ||
    /\$|\\\\z$/.test(end.replaceAll(/\\[^z]/g, '')) ||
    /[^\u0020-\u007e]/.test(end)
    ? cannot(`the regular expression is not certain to mean the same in ${engine}`)
    : `(?s)${end}`;
}
