import type { SecurityContext } from '@orrery/semantic';
import type { Person } from './caller.ts';

/**
 * The claims that a user of an account asks for data with, as a token would carry them. They name the user: groups and
 * attributes are looked up when the data is asked for.
 */
export function claimsOf({ userId }: Pick<Person, 'userId'>): SecurityContext {
  return { cubeCloud: { user: userId } };
}
