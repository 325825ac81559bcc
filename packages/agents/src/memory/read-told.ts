import { memoryBounds, type Told } from './memory.ts';

/** The parts of a message: the facts to remember, and the question. */
export interface ReadMessage {
  readonly told: readonly Told[];
  /** The message without what it tells; empty when it asks nothing. */
  readonly rest: string;
}

/** Longer sentences are read for nothing but a request at their beginning. */
const longestSentence = 4_000;
const mostTold = 10;

const polite = String.raw`(?:(?:ok(?:ay)?|and|also|now|hi|hello|hey|thanks|please|kindly)[,!]?\s+){0,3}`;
const asking = String.raw`(?:(?:can|could|would|will) you\s+)?(?:please\s+)?(?:always\s+|also\s+)?`;
const verb = String.raw`(?:remember|memori[sz]e|(?:keep|bear) in mind|do(?:n['’]?t| not) forget)(?:\s+that\b|\s*[:,])?|note(?:\s+that\b|\s*:)`;

const request = new RegExp(String.raw`^(?<begin>${polite}${asking})(?:${verb})\s+(?<body>\S[\s\S]*)$`, 'i');
/** A request behind a question; says "that", so that no question is cut in two. */
const later =
  /[,;]?\s+(?:and|but|also)\s+(?:please\s+|also\s+){0,2}(?:remember|keep in mind|do(?:n['’]?t| not) forget|note)(?:\s+that\b|\s*:)\s+/i;

const meaningForms: readonly RegExp[] = [
  /^(?:by|with|(?:when|if)(?:ever)? (?:i|we) (?:say|write|ask for|ask about|talk about))\s+(?<term>[^,:;]{1,200}?),?\s+(?:i|we)\s+(?:always\s+|usually\s+)?(?:mean|refer to|understand)\s+(?<text>\S[\s\S]*)$/i,
  /^(?:i|we)\s+mean\s+(?<text>[^,:;]{1,1000}?)\s+(?:by|with|when (?:i|we) say)\s+(?<term>[^,:;]{1,200})$/i,
  /^(?<term>[^,:;]{1,200}?)\s+(?:means|stands for|is short for|is (?:another|our) (?:word|name) for)\s+(?<text>\S[\s\S]*)$/i,
];

/** The characters and words that a term cannot contain unless it is quoted: they would belong to a question or to a sentence. */
const noTerm =
  /(?:^|\s)(?:what|which|who|how|why|where|when|that|this|it|by|per|is|are|was|i|you|we|if|because|does|do|show|list|give)(?:\s|$)/i;
const mostTermWords = 6;

/** The beginning of a question behind a fact. */
const questionBehind =
  /(?:[,;:]|\s[-–])\s+(?:(?:and|so|then|now|please)\s+){0,3}(?=(?:show|list|give|tell|plot|draw|chart|compare|compute|calculate|what|which|who|how|why|where|when)\b)/i;

/**
 * Reads what a message asks to remember: "remember that ...", "by X I mean Y", "X means Y". The rest of the message is
 * what it asks.
 */
export function readTold(message: string): ReadMessage {
  const told: Told[] = [];
  const rest = sentencesOf(message).map((sentence) => {
    const read = told.length < mostTold ? readSentence(sentence) : undefined;
    if (!read) return sentence;
    told.push(read.told);
    return read.rest;
  });
  const asked = told.length === 0 ? message : rest.join(' ').replaceAll(/\s+/g, ' ').trim();
  return { told, rest: isQuestion(asked) ? asked : '' };
}

/** Whether a message asks to remember something, in a language that is known. Decides what a model may do. */
export function asksToRemember(message: string): boolean {
  return readTold(message).told.length > 0 || sentencesOf(message).some((sentence) => otherLanguages.test(sentence));
}

const otherLanguages =
  /^\s*(?:(?:bitte|por favor|s['’]il (?:te|vous) pla[iî]t|per favore|alsjeblieft|please)[,!]?\s+)?(?:merke? (?:dir|dich)|denk(?:e)? daran|behalte|souviens[- ]toi|souvenez[- ]vous|retiens|retenez|n['’]oublie|recuerda|recu[eé]rdate|no olvides|lembre|n[ãa]o (?:se )?esque[çc]a|ricorda|non dimenticare|onthoud|kom ih[åa]g|husk|zapami[eę]taj|запомни|覚えて|记住|記住|请记住)/iu;

function readSentence(sentence: string): { readonly told: Told; readonly rest: string } | undefined {
  const text = sentence.trim();
  const asked = request.exec(text);
  const body = asked?.groups?.['body'];
  if (body !== undefined && !isReminder(asked?.groups?.['begin'] ?? '', body)) return split(body, meaningIn(body));
  if (text.length > longestSentence) return undefined;
  const behind = later.exec(text);
  if (behind) {
    const [before, after] = [text.slice(0, behind.index), text.slice(behind.index + behind[0].length)];
    const read = split(after, meaningIn(after));
    return { told: read.told, rest: `${before} ${read.rest}`.trim() };
  }
  if (text.endsWith('?') && !questionBehind.test(text)) return undefined;
  const meaning = meaningIn(text);
  return meaning && split(text, meaning);
}

/** "Remember what I asked?", "Can you remember which store it was?" */
function isReminder(begin: string, body: string): boolean {
  if (!body.trimEnd().endsWith('?')) return false;
  return (
    /^(?:what|which|who|how|why|where|when|if|whether|the (?:last|previous))\b/i.test(body) || !/you\s/i.test(begin)
  );
}

function split(body: string, meaning: Extract<Told, { kind: 'meaning' }> | undefined) {
  const said = meaning?.text ?? body;
  const behind = questionBehind.exec(said) ?? (meaning ? /:\s+/.exec(said) : null);
  const text = unquoted(behind ? said.slice(0, behind.index) : said);
  const rest = behind ? said.slice(behind.index + behind[0].length) : '';
  const told: Told = meaning ? { ...meaning, text } : { kind: 'fact', text };
  return { told, rest };
}

function meaningIn(body: string): Extract<Told, { kind: 'meaning' }> | undefined {
  for (const form of meaningForms) {
    const { term: given = '', text } = form.exec(body.slice(0, longestSentence))?.groups ?? {};
    const term = unquoted(given).replace(/^(?:the|a|an)\s+(?=\S)/i, '');
    const isQuoted = /^["“«'‘].*["”»'’]$/.test(given.trim());
    if (text === undefined || term === '' || term.length > memoryBounds.term) continue;
    if (!isQuoted && (noTerm.test(term) || term.split(/\s+/).length > mostTermWords)) continue;
    return { kind: 'meaning', term, text };
  }
  return undefined;
}

/** Without quotation marks around it, and without the sign at its end. */
function unquoted(text: string): string {
  const bare = text.trim().replace(/[\s.!?,;:]{1,20}$/, '');
  const quoted = /^["“«'‘](?<inside>[^"”»]*)["”»'’]$/.exec(bare)?.groups?.['inside'];
  return (quoted ?? bare).trim();
}

function sentencesOf(message: string): readonly string[] {
  return message.split(/(?<=[.!?;])\s+|\n+/).filter((sentence) => sentence.trim() !== '');
}

/** Thanks and greetings ask nothing. */
function isQuestion(text: string): boolean {
  const words = text.replaceAll(/\b(?:ok|okay|please|thanks|thank you|thx|cheers|got it|hi|hello|hey)\b/gi, '');
  return /[\p{L}\p{N}]/u.test(words);
}
