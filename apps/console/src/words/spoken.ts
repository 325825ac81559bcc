/** The texts of a part of the application: sentences, and functions that make sentences of what they are given. */
type Texts = Readonly<Record<string, string | ((...parts: never[]) => string)>>;

/** Language of the page. `en-XA` is English with accents and longer, which shows what is not in the catalogue. */
const language = globalThis.document?.documentElement.lang ?? 'en'; // tests of texts have no page

/** Formats numbers, dates and lists. The language of the texts may be another one. */
export const locale = language === 'en-XA' ? 'en' : navigator.language;

/** Makes texts readable in the language of the page. */
export function spoken<T extends Texts>(english: T): T {
  if (language !== 'en-XA') return english;
  const foreign = Object.entries(english).map(([name, text]) => [
    name,
    typeof text === 'string' ? accented(text) : (...parts: never[]) => accented(text(...parts)),
  ]);
  return Object.fromEntries(foreign) as T; // the same names, with texts in the place of texts
}

const plain = 'abcdefghijklmnopqrstuvwxyzACDEGHIKLNORSTUYZ';
const marked = 'àƀçđéƒĝĥîĵķļɱñöþqŕšţúṽŵxýžÀÇĐÉĜĤÎĶĻÑÖŔŠŢÛÝŽ';

/** Forty percent longer, as texts of other languages are. */
function accented(text: string): string {
  const letters = [...text].map((letter) => {
    const at = plain.indexOf(letter);
    return at < 0 ? letter : [...marked][at];
  });
  return `[${letters.join('')}${'~'.repeat(Math.ceil(text.length * 0.4))}]`;
}

const rules = new Intl.PluralRules('en');

/** Says how many there are: `{ one: '1 row', other: '24 rows' }`. */
export function counted(count: number, { one, other }: { readonly one: string; readonly other: string }): string {
  return (rules.select(count) === 'one' ? one : other).replace('#', count.toLocaleString(locale));
}
