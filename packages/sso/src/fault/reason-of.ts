import type { RequestError } from '@orrery/kernel';
import { SsoFault } from './sso-fault.ts';

/** Says all causes below an error, without the values that they carry. */
export function reasonOf(error: RequestError): string {
  const texts: string[] = error instanceof SsoFault ? [] : [error.message];
  for (let cause = error.cause; cause !== undefined && texts.length < 5; ) {
    texts.push(cause instanceof Error ? cause.message : String(cause));
    cause = cause instanceof Error ? cause.cause : undefined;
    if (typeof cause === 'object' && !(cause instanceof Error)) break;
  }
  return texts.join(': ').slice(0, 1_000);
}
