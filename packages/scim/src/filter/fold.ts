import { usernameKey } from '@orrery/people';

/** What texts that are equal but for case have in common; blanks around them do not count. */
export function foldWhole(text: string): string {
  return usernameKey(text);
}

/** The same for a part of a text, where a blank at its end means something. */
export function foldPart(text: string): string {
  const before = text.slice(0, text.length - text.trimStart().length);
  if (before.length === text.length) return text;
  return `${before}${usernameKey(text)}${text.slice(text.trimEnd().length)}`;
}
