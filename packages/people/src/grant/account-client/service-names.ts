/** Code units of the part that is taken from the name of the application; a username has 255 at most. */
const longest = 200;
/** Names that are tried. */
const mostNames = 100;

/** Gives usernames for the service account of an application, the best one first. */
export function* serviceNames(name: string): Generator<string> {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['application'];
  // The cut may leave half a character at the end.
  const username = `client-${words
    .join('-')
    .slice(0, longest)
    .replace(/[\p{Cs}-]+$/u, '')}`;
  yield username;
  for (let number = 2; number <= mostNames; number += 1) yield `${username}-${number}`;
}
