import { lastCheck, recordsFolder } from './checks/check-record.ts';
import { root } from './take-steps.ts';

/** Says whether all tests of the commit at HEAD passed, and when; exits with 1 when that is not on record. */
const { text, hasPassed } = lastCheck(root, recordsFolder());
console.log(text);
process.exitCode = hasPassed ? 0 : 1;
