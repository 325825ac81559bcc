import type { RequestContext } from '@orrery/semantic';
import { OperatorError } from '../config/operator-error.ts';
import type { CommandFlag } from './command.ts';

export const contextFlag: CommandFlag = { name: 'context', shows: 'JSON  the security context of whoever asks' };

export type CallerContext = Extract<RequestContext, { readonly kind: 'caller' }>;

/** Whoever asks on the command line, with the security context given with `--context`. @throws OperatorError */
export function requestContext(text: string | boolean | undefined): CallerContext {
  return { kind: 'caller', securityContext: readContext(text) };
}

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
