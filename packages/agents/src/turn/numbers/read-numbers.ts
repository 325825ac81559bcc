import { type NumberKind, type NumberReading, reading, type WrittenNumber } from './written-number.ts';

/** Powers of ten that words and letters after a number stand for. */
const scales: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|tsd\.?|thousand|tausend|mille|mil|тыс\.?)$/iu, 3],
  [/^(?:lakhs?)$/iu, 5],
  [/^(?:M|m|mn|mio\.?|million|millions|millionen|millones|milioni|milhões|млн\.?)$/u, 6],
  [/^(?:mn|mio\.?|millions?|millionen)$/iu, 6],
  [/^(?:crores?)$/iu, 7],
  [/^(?:bn|billions?|mrd\.?|milliarden?|milliards?|млрд\.?)$/iu, 9],
  [/^[BG]$/u, 9],
  [/^(?:tn|trillions?|billionen)$/iu, 12],
  [/^T$/u, 12],
  [/^[万萬]$/u, 4],
  [/^[億亿]$/u, 8],
];

const scaleWords =
  'k|K|tsd\\.?|thousand|tausend|mille|mil|lakhs?|mn|mio\\.?|millions?|millionen|millones|milioni|milhões|crores?|bn|billions?|mrd\\.?|milliarden?|milliards?|tn|trillions?|billionen|тыс\\.?|млн\\.?|млрд\\.?';
const currency = '(?:[$€£¥₹₽₩₺₪]|(?:USD|EUR|GBP|CHF|JPY|CNY|INR|CAD|AUD|NOK|SEK|DKK|PLN|BRL|R\\$)\\b)';
const percent =
  '%|٪|‰|percent\\b|per cent\\b|prozent\\b|pour ?cent\\b|por ciento\\b|per cento\\b|por cento\\b|procent\\b';
const points = 'pp\\b|p\\.p\\.|percentage points?\\b|%-?punkte?\\b|prozentpunkte?\\b|points? de pourcentage\\b';
const times = 'x(?![\\p{L}\\d])|×|times\\b|-?fold\\b|mal\\b|-?fach\\w*\\b|fois\\b|veces\\b|volte\\b|vezes\\b';
const units =
  'days?|weeks?|months?|quarters?|years?|hours?|minutes?|seconds?|tagen?|wochen?|monaten?|quartalen?|jahren?|stunden?|minuten|jours?|semaines?|mois|trimestres?|ans|années?|heures?|d[ií]as?|semanas?|mes(?:es)?|años?|anos?|horas?';

const form = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?<sign>(?:(?<![\p{L}\p{N}.,)%])[-+]))?(?<before>${currency}\s?)?(?<inner>-)?` +
    String.raw`(?<body>\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,']\d+)*(?:[eE][+-]?\d{1,3})?|[.,]\d+)` +
    String.raw`(?:(?<scale> ?(?:${scaleWords})(?![\p{L}\d])|[MmBGT](?![\p{L}\d])| ?[MB](?![\p{L}\d])| ?[万萬億亿]))?` +
    String.raw`(?:(?<points>[ -]?(?:${points}))|(?<percent> ?(?:${percent}))|(?<times> ?(?:${times}))|(?<ordinal>(?:st|nd|rd|th|ème|º|ª)(?!\p{L}))|(?<unit>[ -](?:(?:full|whole|consecutive|calendar|business|letzten)\s)?(?:${units})(?!\p{L})))?`,
  'giu',
);

const ranked =
  /(?:\b(?:top|bottom|first|last|past|previous|next|best|worst|largest|smallest|letzten|ersten|besten|vergangenen|derniers|dernières|premiers|premières|[úu]ltim[oa]s|primer[oa]s)\s+)$/iu;

/** @param isEnglish whether a lone point is one of decimals, and a lone comma one of thousands */
export function readNumbers(text: string, { isEnglish }: { readonly isEnglish: boolean }): readonly WrittenNumber[] {
  const found: WrittenNumber[] = [];
  for (const match of text.matchAll(form)) {
    const groups = match.groups ?? {};
    const body = groups['body'] ?? '';
    const [start, end] = [match.index, match.index + match[0].length];
    if (groups['ordinal'] !== undefined && /^\d{1,4}$/.test(body)) continue;
    if (/[\p{L}_]/u.test(text[end] ?? '') && !hasUnit(groups) && isIdentifier(text, start, end)) continue;
    const bases = bodyReadings(body, isEnglish);
    found.push({
      text: match[0].trim(),
      start,
      end,
      isNegative: groups['sign'] === '-' || groups['inner'] !== undefined || isInParentheses(text, start, end, groups),
      isBare: groups['before'] === undefined && groups['scale'] === undefined,
      kind: kindOf(groups, ranked.test(text.slice(Math.max(0, start - 30), start))),
      readings: bases.flatMap((base) => scaled(base, groups['scale']?.trim())),
    });
  }
  return [...found, ...spelledNumbers(text)];
}

type Groups = Readonly<Record<string, string | undefined>>;

function hasUnit(groups: Groups): boolean {
  return ['scale', 'points', 'percent', 'times', 'unit'].some((name) => groups[name] !== undefined);
}

/** `30x_total` and `2nd_order` are names; `5kg` and `20ms` are a number and its unit. */
function isIdentifier(text: string, start: number, end: number): boolean {
  const word = /^[\p{L}\p{N}_]*/u.exec(text.slice(end))?.[0] ?? '';
  return /[_\d]/.test(word) || text[start - 1] === '`';
}

/** Accountants write `(1,200)` for what is below zero. */
function isInParentheses(text: string, start: number, end: number, groups: Groups): boolean {
  return groups['before'] !== undefined && text[start - 1] === '(' && text[end] === ')' && groups['sign'] === undefined;
}

function kindOf(groups: Groups, isRanked: boolean): NumberKind {
  if (groups['points'] !== undefined) return 'points';
  if (groups['percent'] !== undefined) return 'percent';
  if (groups['times'] !== undefined) return 'times';
  if (groups['unit'] !== undefined) return 'duration';
  return isRanked && groups['before'] === undefined && groups['scale'] === undefined ? 'rank' : 'plain';
}

/** @returns nothing for digits that are no number, as those of versions and addresses */
function bodyReadings(body: string, isEnglish: boolean): readonly NumberReading[] {
  const [mantissa = '', exponent] = body.replaceAll(' ', '').split(/e/i);
  if (exponent !== undefined) {
    const [base] = bodyReadings(mantissa, true);
    return base ? [reading(base.units, base.scale - Number(exponent))] : [];
  }
  const separators = [...mantissa.replaceAll(/\d/g, '')];
  const last = separators.at(-1);
  if (last === undefined) return [whole(mantissa)];
  const groups = mantissa.split(/[.,']/);
  const isGrouped = (parts: readonly string[]) =>
    /^\d{1,3}$/.test(parts[0] ?? '') &&
    parts[0] !== '0' &&
    parts.slice(1).every((part, index) => part.length === 3 || (part.length === 2 && index < parts.length - 2));
  const kinds = new Set(separators);
  if (kinds.size === 1 && separators.length > 1) return isGrouped(groups) ? [whole(groups.join(''))] : [];
  if (kinds.size > 1) {
    if (last === "'" || separators.filter((each) => each === last).length > 1) return [];
    return isGrouped(groups.slice(0, -1)) ? [fraction(groups.slice(0, -1).join(''), groups.at(-1) ?? '')] : [];
  }
  const [before = '', after = ''] = groups;
  const [asThousands, asDecimals] = [whole(before + after), fraction(before, after)];
  if (!isGrouped(groups)) return last === "'" ? [] : [asDecimals];
  if (last === "'") return [asThousands];
  if (isEnglish) return last === ',' ? [asThousands] : [asDecimals];
  return [asThousands, asDecimals];
}

const whole = (digits: string): NumberReading => reading(BigInt(digits), 0);
const fraction = (before: string, after: string): NumberReading => reading(BigInt(`${before}${after}`), after.length);

function scaled(base: NumberReading, word: string | undefined): readonly NumberReading[] {
  if (word === undefined) return [base];
  const power = scales.find(([names]) => names.test(word))?.[1];
  if (power === undefined) return [base];
  const large = reading(base.units, base.scale - power);
  // Metres and minutes are written with the letter of millions.
  return word === 'm' ? [large, base] : [large];
}

const smallWords = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  ),
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
] as const;
const tens = smallWords[1].join('|');
const ones = smallWords[0].join('|');
const spelled = new RegExp(
  String.raw`\b(?:(?<tens>${tens})(?:[- ](?<unit>${ones}))?|(?<ones>${ones}|a))(?<hundred> hundred)?(?: (?<scale>thousand|million|billion|trillion))?\b(?<percent> (?:percent|per cent)\b)?`,
  'giu',
);
const spelledScales: Readonly<Record<string, number>> = { thousand: 3, million: 6, billion: 9, trillion: 12 };

/** Numbers in English words, if they are large ones or percentages; small ones are words like others. */
function spelledNumbers(text: string): readonly WrittenNumber[] {
  return [...text.matchAll(spelled)].flatMap((match): readonly WrittenNumber[] => {
    const { tens: ten, unit, ones: one, hundred, scale, percent: share } = match.groups ?? {};
    const isLarge = hundred !== undefined || scale !== undefined || share !== undefined;
    if (!isLarge || (one?.toLowerCase() === 'a' && scale === undefined && hundred === undefined)) return [];
    if (one?.toLowerCase() === 'a' && /^\s+(?:of|times|ways)\b/.test(text.slice(match.index + match[0].length)))
      return [];
    const small =
      (ten === undefined ? 0 : (smallWords[1].indexOf(ten.toLowerCase()) + 2) * 10) +
      Math.max(
        0,
        smallWords[0].indexOf(
          (unit ?? one ?? 'zero').toLowerCase() === 'a' ? 'one' : (unit ?? one ?? 'zero').toLowerCase(),
        ),
      );
    const power = (hundred === undefined ? 0 : 2) + (spelledScales[scale?.toLowerCase() ?? ''] ?? 0);
    return [
      {
        text: match[0].trim(),
        start: match.index,
        end: match.index + match[0].length,
        isNegative: false,
        isBare: true,
        kind: share === undefined ? 'plain' : 'percent',
        readings: [reading(BigInt(small), -power)],
      },
    ];
  });
}
