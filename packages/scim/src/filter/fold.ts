import { usernameKey } from '@orrery/people';

/** Folds case and trims blanks, so that texts that differ only in these compare as equal. */
export function foldWhole(text: string): string {
  return usernameKey(text);
}

/** Folds case in a part of a text, where blanks at the ends matter. */
export function foldPart(text: string): string {
  const before = text.slice(0, text.length - text.trimStart().length);
  if (before.length === text.length) return text;
  return `${before}${usernameKey(text)}${text.slice(text.trimEnd().length)}`;
}
