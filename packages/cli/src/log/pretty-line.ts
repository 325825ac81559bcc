import { visibleText } from './visible-text.ts';

type LogFields = Readonly<Record<string, unknown>>;

/**
 * Formats a log line for people: time, level, message and fields on one line. The stack of an error follows, indented,
 * so that no text inside it can look like a line of its own.
 *
 * @param line one line of JSON
 */
export function prettyLine(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as LogFields; // written by the log itself
  const words = [
    timeOfDay(time),
    String(level).toUpperCase().padEnd(5),
    ...(msg === undefined ? [] : [String(msg)]),
    ...Object.entries(fields).map(([name, value]) => `${name}=${writtenValue(value)}`),
  ];
  return `${visibleText(words.join(' '))}\n${errorLines(err, '    ').join('')}`;
}

function timeOfDay(time: unknown): string {
  const at = new Date(String(time));
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

function writtenValue(value: unknown): string {
  const isPlain = typeof value === 'string' && /^[^\s"'=]+$/.test(value);
  return isPlain ? value : JSON.stringify(value);
}

function errorLines(error: unknown, indent: string): readonly string[] {
  if (typeof error !== 'object' || error === null) {
    return error === undefined ? [] : [`${indent}${visibleText(JSON.stringify(error))}\n`];
  }
  const { type, message, stack, cause, errors, ...rest } = error as LogFields; // what `presentError` made
  const text = typeof stack === 'string' && stack !== '' ? stack : `${String(type)}: ${String(message)}`;
  return [
    ...text.split('\n').map((one) => `${indent}${visibleText(one)}\n`),
    ...Object.entries(rest).map(([name, value]) => `${indent}${visibleText(`${name}=${writtenValue(value)}`)}\n`),
    ...(cause === undefined ? [] : [`${indent}caused by\n`, ...errorLines(cause, `${indent}  `)]),
    ...(Array.isArray(errors) ? errors.flatMap((one: unknown) => errorLines(one, `${indent}  `)) : []),
  ];
}
