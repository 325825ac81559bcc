export { isSqlUserName, readSqlUsers, type SqlUser } from './read-sql-users.ts';
export { sqlAccountFault } from './sql-account-fault.ts';
export {
  readScramVerifier,
  type ScramVerifier,
  scramVerifierText,
} from './scram-verifier.ts';
