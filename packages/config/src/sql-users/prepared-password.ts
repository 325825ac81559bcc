/** Spaces that become a plain one, and characters that are dropped: RFC 3454, tables C.1.2 and B.1. */
const SPACES = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]/gu;
// oxlint-disable-next-line no-misleading-character-class -- each is looked for alone
const DROPPED = /[\u00ad\u034f\u1806\u180b-\u180d\u200c\u200d\u2060\ufe00-\ufe0f\ufeff]/gu;
/** Control characters, private and unassigned ones, surrogates, and marks that change the display. */
// oxlint-disable-next-line no-misleading-character-class, no-control-regex -- each is looked for alone
const PROHIBITED =
  /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u0340\u0341\u200e\u200f\u2028\u2029\u202a-\u202e\u206a-\u206f\u2ff0-\u2ffb\ufff9-\ufffd]|\u{e0001}|[\u{e0020}-\u{e007f}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LETTER = /\p{L}/u;

/**
 * Prepares a password by SASLprep (RFC 4013), so that one that is typed on two keyboards is the same. A password that
 * SASLprep refuses is taken as it is, as PostgreSQL and its clients do.
 */
export function preparedPassword(password: string): string {
  if (/^[\x20-\x7e]*$/.test(password)) return password;
  const prepared = password.replace(SPACES, ' ').replace(DROPPED, '').normalize('NFKC');
  if (prepared === '' || PROHIBITED.test(prepared) || !isOfOneDirection(prepared)) return password;
  return prepared;
}

/** A text with letters that are read from right to left begins and ends with them, and has no others. */
function isOfOneDirection(text: string): boolean {
  if (!RIGHT_TO_LEFT.test(text)) return true;
  const characters = [...text];
  const isOther = characters.some((character) => LETTER.test(character) && !RIGHT_TO_LEFT.test(character));
  return !isOther && RIGHT_TO_LEFT.test(characters[0] ?? '') && RIGHT_TO_LEFT.test(characters.at(-1) ?? '');
}
