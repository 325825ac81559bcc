/**
 * Line ends, terminal commands and characters that change the writing direction. With them, a name could imitate
 * another log line, or be invisible.
 */
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// oxlint-disable-next-line no-control-regex
const invisibleOutsideAscii = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Writes any text on one line, with each of these characters as `\u000a`. */
export function visibleText(text: string): string {
  return text.replace(invisible, escaped);
}

/** Does the same in a line of JSON, whose own escapes cover the rest. */
export function visibleJson(line: string): string {
  return line.replace(invisibleOutsideAscii, escaped);
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
