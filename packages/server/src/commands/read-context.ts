import { OperatorError } from '../config/operator-error.ts';

/** The security context given with `--context`. @throws OperatorError when it is not a JSON object */
export function readContext(text: string | boolean | undefined): Readonly<Record<string, unknown>> {
  if (text === undefined) return {};
  const value = parse(String(text));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new OperatorError('--context takes a JSON object like \'{"tenant":"acme"}\'.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // reported as the wrong shape
  }
}
