/** A private word of the table in CONTRIBUTING.md, with what the reader of comments looks for. */
interface PrivateWord {
  /** The cell of the table. */
  readonly cell: string;
  /** `undefined` where every word of the cell is a usual word, too, so that a person has to decide. */
  readonly pattern: RegExp | undefined;
}

export const privateWords: readonly PrivateWord[] = [
  // "house", "home", "enter" and "leave" are also usual words.
  { cell: 'house; home; enter, leave', pattern: /\bhouses?\b/i },
  { cell: 'act; gain', pattern: undefined },
  { cell: 'veil', pattern: /\bveil(?:s|ed)?\b/i },
  // A shadow tree is a word of the web.
  { cell: 'shadow', pattern: /\bshadow(?:s|ed)?\b(?! (?:tree|root|DOM))/i },
  { cell: 'heir, passOn', pattern: /\b(?:heirs?|passOn)\b/i },
  // "note" is the usual word for a remark in an answer. Things that can be distinguished are "told apart".
  { cell: 'told, note, said', pattern: /\b(?:told(?! apart\b)|was said|is said)\b/i },
  { cell: 'met', pattern: /\bmet\b/i },
  // Something "asked for" is requested.
  { cell: 'asked, understood', pattern: /\b(?:asked(?! for\b)|understood)\b/i },
  { cell: 'marks', pattern: undefined },
  { cell: 'Acting', pattern: /\bacting\b/i },
  { cell: 'standing', pattern: /\bstanding\b/i },
  { cell: 'place', pattern: undefined },
  { cell: 'reader', pattern: undefined },
  { cell: 'word (of a scraper, a credential)', pattern: undefined },
  // A foreign key is a term of SQL.
  { cell: 'one that is foreign', pattern: /\bforeign\b(?! keys?\b)/i },
  {
    cell: 'beside, anew, whoever, nobody, there is not',
    pattern: /\b(?:beside|anew|whoever|nobody|there (?:is|are) not)\b/i,
  },
  { cell: 'kin', pattern: /\bkin\b/i },
  { cell: 'what is taken along', pattern: /\btaken along\b/i },
];

/** How a comment begins that names neither what it describes nor what that does. */
const beginning =
  /^(?:Of|What|Whatever|Whoever|Whose|Whom|Who|Which|On|By|At(?! (?:most|least)\b)|With|For|As|To|In|Over|Under|Those|Its|It|There|Nothing|Nobody|Something)\b/;

/** How a sentence within a comment begins whose subject is a clause, or has no noun. */
const sentence = /[.!?] (?:Of|What|Whatever|Whoever)\b/;

/** Phrases that read like a translation. */
const translated = /\b(?:whom|those who|(?:is|are) no (?:part|such|longer one)|of whatever|by itself|so far as)\b/i;

const rules: Readonly<Record<string, readonly RegExp[]>> = {
  'begins with a verb or a noun': [beginning],
  'has a noun as the subject of each sentence': [sentence],
  'has no phrase that reads like a translation': [translated],
  'has no private word': privateWords.flatMap(({ pattern }) => pattern ?? []),
};

/** Code, quotes and names of parameters. */
const quoted = /`[^`]*`|"[^"]*"|@param \w+/g;

/** @returns the names of the rules that a comment breaks; its code, quotes and names of parameters are not looked at */
export function brokenRules(comment: string): readonly string[] {
  const text = comment.replaceAll(quoted, '``');
  return Object.entries(rules).flatMap(([rule, patterns]) => (patterns.some((one) => one.test(text)) ? [rule] : []));
}
