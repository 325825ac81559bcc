/**
 * Writes each character of a program that needs two bytes in memory as an escape. V8 holds a source with one such
 * character in two bytes per character, for as long as the program runs.
 */
export function inOneByte(code: string): string {
  return code.replace(/(\\*)([^\0-\xff])/g, (_found, backslashes: string, unit: string) => {
    const isEscaped = backslashes.length % 2 === 1;
    const before = isEscaped ? backslashes.slice(1) : backslashes;
    return `${before}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
