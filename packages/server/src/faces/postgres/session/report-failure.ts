import { RequestError } from '@orrery/kernel';
import type { ConnectionSql } from '@orrery/runtime';
import type { FailureReport } from '../protocol/server-messages.ts';
import { WireFailure } from '../protocol/wire-failure.ts';

/** The place of a statement in the text that a client sent. */
export interface FailurePlace {
  readonly text: string;
  readonly start: number;
}

/** Fields of the report of an error; positions are in the whole text. */
export function failureFields(
  error: unknown,
  { errorFields }: Pick<ConnectionSql, 'errorFields'>,
  place?: FailurePlace,
): FailureReport {
  if (error instanceof WireFailure) {
    const { code, message, hint, isFatal } = error;
    return { severity: isFatal ? 'FATAL' : 'ERROR', code, message, hint };
  }
  const { code, message, hint, position } = errorFields(error);
  const before = place && position !== undefined ? [...place.text.slice(0, place.start)].length : 0;
  return { severity: 'ERROR', code, message, hint, position: position === undefined ? undefined : position + before };
}

/** Whether an error is a fault of ours, which belongs into the log. */
export function isFault(error: unknown): boolean {
  if (error instanceof WireFailure) return false;
  return !(error instanceof RequestError) || error.status >= 500;
}
