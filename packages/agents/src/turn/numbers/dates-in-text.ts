const months =
  'jan(?:uary|uar|vier|eiro)?|enero|gennaio|feb(?:ruary|ruar|rero|braio)?|f[ée]vr(?:ier)?|fev(?:ereiro)?|mar(?:ch|zo|ço|s)?|märz|maerz|maart|apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|may|mai(?:o)?|mayo|maggio|june?|juni(?:o|ho)?|juin|giugno|july?|juli(?:o|ho)?|juil(?:let)?|luglio|aug(?:ust|ustus)?|ao[ûu]t|agosto|sep(?:t|tember|tembre|tiembre)?|setembro|settembre|o[ck]t(?:ober|obre|ubre)?|outubro|ottobre|nov(?:ember|embre|iembre|embro)?|de[cz](?:ember|embre|embro)?|d[ée]c(?:embre)?|dic(?:iembre|embre)?';
const month = String.raw`(?:${months})\b\.?`;
const day = String.raw`\d{1,2}(?:st|nd|rd|th|\.|er|º)?`;
const year = String.raw`(?:19|20)\d{2}`;
const afterDay = String.raw`(?=\s*(?:$|[.,](?!\d)|[;:)\]|/*–—-])|\s+(?:and|to|through|until|till|was|were|had|is|with|und|bis|et|au|y|al|a|e)\b)`;

/** The forms of a date or time of day. A year in it is a group. */
const forms = [
  String.raw`\b(${year})-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?(?![\d-])`,
  String.raw`\b\d{1,2}[./]\d{1,2}[./](${year})\b`,
  String.raw`\b(${year})[/.]\d{1,2}[/.]\d{1,2}\b`,
  String.raw`\b(${year})[ -]?[QTH][1-4]\b`,
  String.raw`\b[QTH][1-4](?:[ /-]+(?:of )?(${year}))?\b`,
  String.raw`\b(${year})-?W\d{2}\b`,
  String.raw`\b(?:week|calendar week|woche|kw|semaine|semana|cw)\s+\d{1,2}(?!\d|[.,]\d)(?:[ /]+(?:of )?(${year}))?\b`,
  String.raw`\b${day}\s*(?:-|–|—|to|and|bis|und)\s*${day}\s+(?:of |de )?${month}(?:,? (?:de )?(${year}))?`,
  String.raw`\b${day}\s+(?:of |de )?${month}(?:,? (?:de )?(${year})\b)?`,
  String.raw`\b${month}\s+${day}\s*(?:-|–|—)\s*\d{1,2}(?:,? (${year})\b)?`,
  String.raw`\b${month}\s+${day},?\s+(${year})\b`,
  String.raw`\b${month},?\s+(?:de )?(${year})\b`,
  String.raw`\b${month}\s+\d{1,2}(?:st|nd|rd|th)\b`,
  String.raw`\b${month}\s+\d{1,2}${afterDay}`,
  String.raw`\b(${year})[/–-](?:\d{2})\b`,
  String.raw`\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\b\.?)?`,
  String.raw`\b\d{1,2}\s?[ap]\.?m\b\.?`,
].map((form) => new RegExp(form, 'giu'));

interface WithoutDates {
  /** The text of the same length, with blanks in place of dates. */
  readonly text: string;
  readonly years: readonly { readonly year: string; readonly date: string }[];
}

/** Blanks dates and times of day out. @param text normal, see `normalText` */
export function withoutDates(text: string): WithoutDates {
  const years: { year: string; date: string }[] = [];
  let left = text;
  for (const form of forms) {
    left = left.replaceAll(form, (date: string, group?: unknown) => {
      if (typeof group === 'string') years.push({ year: group, date });
      return ' '.repeat(date.length);
    });
  }
  return { text: left, years };
}
