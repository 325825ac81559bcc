import { OrreryError, withoutQuery } from './orrery-error.ts';

/** Parses a line that must be a JSON object. @throws OrreryError */
export function parseLine(line: string, url: string): Readonly<Record<string, unknown>> {
  let cause: unknown;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>; // an object of JSON has texts as keys
    }
  } catch (error) {
    cause = error;
  }
  const shown = line.length > 100 ? `${line.slice(0, 100)}...` : line;
  throw new OrreryError(`${withoutQuery(url)} sent a line that is no JSON object: ${shown}`, {
    code: 'client.not-json',
    cause,
  });
}
