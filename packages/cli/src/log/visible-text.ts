/**
 * Line ends, terminal commands and what turns the direction of writing: characters by which a name somebody chose could
 * look like another line of the log, or like nothing.
 */
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
// oxlint-disable-next-line no-control-regex
const invisibleOutsideAscii = /[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Any text on one line, each of those characters written as `\u000a`. */
export function visibleText(text: string): string {
  return text.replace(invisible, escaped);
}

/** Of a line of JSON, whose own escapes cover the rest. */
export function visibleJson(line: string): string {
  return line.replace(invisibleOutsideAscii, escaped);
}

function escaped(character: string): string {
  return String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
