/** Folds the capitals of ASCII alone: other ones, such as the sign of kelvins, would become letters of ASCII. */
export function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
