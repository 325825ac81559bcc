import { splitWords, type StatementWord } from '../statement-words.ts';

/** The tokens of Trino's grammar. Quotes are escaped by doubling only, and comments in blocks do not nest. */
const TOKEN = new RegExp(
  [
    /(?<aside>[ \r\n\t]+|--[^\r\n]*|\/\*[^]*?\*\/|'[^']*(?:''[^']*)*'|\d[\w.]*)/,
    /"(?<quoted>[^"]*(?:""[^"]*)*)"/,
    /(?<strange>['"`\0\u0080-\uffff]|\/\*)/,
    /[A-Za-z_]\w*/,
    /[^]/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

/** @throws EngineError `forbidden` for a text that the server may read in another way */
export function readWords(text: string): readonly StatementWord[] {
  return splitWords(text, TOKEN, ({ quoted }) => quoted?.replaceAll('""', '"'));
}
