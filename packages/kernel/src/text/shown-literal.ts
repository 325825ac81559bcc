/** Characters of a name or value that errors repeat. */
const mostShown = 100;

/** A name or value of a caller as errors repeat it: its beginning, where it is long. */
export function shownLiteral(given: string | null | undefined): string {
  const text = given ?? 'NULL';
  return text.length > mostShown ? `${text.slice(0, mostShown).toWellFormed()}...` : text;
}
