export { isSqlUserName, readSqlUsers, type SqlUser } from './read-sql-users.ts';
export {
  readScramVerifier,
  scramIterations,
  scramSaltBytes,
  type ScramVerifier,
  scramVerifierText,
} from './scram-verifier.ts';
