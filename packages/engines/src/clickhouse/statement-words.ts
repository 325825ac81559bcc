import { forbidden, splitWords, type StatementWord } from '../statement-words.ts';

/**
 * The tokens of ClickHouse. Quotes are escaped by doubling and by a backslash. Texts between dollars, comments within
 * comments, and white space outside ASCII are strange: versions read them in different ways.
 */
const TOKEN = new RegExp(
  [
    /(?<aside>[ \r\n\t\f\v]+|--[^\n]*|\/\*(?:(?!\/\*)[^])*?\*\/|'(?:[^'\\]|\\[^]|'')*'|\d[\w.]*)/,
    /"(?<double>(?:[^"\\]|\\[^]|"")*)"|`(?<back>(?:[^`\\]|\\[^]|``)*)`/,
    /(?<strange>['"`\0#$\u0080-\uffff]|\/\*)/,
    /[A-Za-z_]\w*/,
    /[^]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

/** @throws EngineError `forbidden` for a text that the server may read in another way */
export function readWords(text: string): readonly StatementWord[] {
  return splitWords(text, TOKEN, ({ double, back }) => plainName(double ?? back));
}

/** Refuses escapes of letters, which may stand for any character. */
function plainName(quoted: string | undefined): string | undefined {
  if (quoted === undefined) return undefined;
  if (/\\[^"'`\\]/.test(quoted.replaceAll('\\\\', ''))) throw forbidden('an escape in a name cannot be read for sure');
  return quoted
    .replaceAll('""', '"')
    .replaceAll('``', '`')
    .replaceAll(/\\([^])/g, '$1');
}
