import type { PasswordCost } from '../packages/people/src/sign-in/password.ts';

/** For worlds of tests: a hash takes a tenth of a millisecond instead of fifty. */
export const passwordCost: PasswordCost = { memory: 8, passes: 1, parallelism: 1 };
