import { EngineError } from '../engine.ts';

/**
 * Texts and quoted names as the session reads them: quotes are escaped by doubling only, and a backslash is an ordinary
 * character.
 */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`/;
const COMMENT = /#[^\n]*|--(?=[\s]|$)[^\n]*|\/\*[^]*?\*\//;
const ASIDE = new RegExp(`${QUOTED.source}|${COMMENT.source}`, 'g');
/** Comments that MySQL and MariaDB run as SQL. */
const RUN_COMMENT = /^\/\*M?!/;
const READING = /^[\s(]*(?:SELECT|WITH|VALUES|TABLE)\b/i;

/**
 * Words that a read-only transaction allows and no query needs: they write files, take locks or leave something behind.
 */
const FORBIDDEN =
  /\bINTO\b|:=|\bFOR\s+(?:UPDATE|SHARE)\b|\bLOCK\s+IN\s+SHARE\s+MODE\b|\b(?:LOAD_FILE|GET_LOCK|RELEASE_LOCK|RELEASE_ALL_LOCKS|MASTER_POS_WAIT|MASTER_GTID_WAIT|SOURCE_POS_WAIT|WAIT_FOR_EXECUTED_GTID_SET|LAST_INSERT_ID)\s*\(/i;

/** What waits, and what shows the statements of others; a name may be quoted. */
const OF_USER = /\b(?:SLEEP|BENCHMARK)\s*\(|\b(?:PROCESSLIST|PERFORMANCE_SCHEMA)\b/i;

/**
 * Requires a SELECT. A prepared statement can hold only one statement, and transactions are read-only.
 *
 * @param isOfUser whether a user wrote the text, see `Statement`
 * @throws EngineError `forbidden`
 */
export function requireSelect(text: string, isOfUser = false): void {
  const bare = text.replaceAll(ASIDE, (aside) => {
    if (RUN_COMMENT.test(aside)) throw forbidden('comments that are run are refused');
    return ' ';
  });
  if (!READING.test(bare)) throw forbidden('only SELECT statements are run');
  const own = isOfUser ? (OF_USER.exec(bare) ?? OF_USER.exec(text)) : undefined;
  const [found] = FORBIDDEN.exec(bare) ?? own ?? [];
  if (found !== undefined) throw forbidden(`${found} may not be used`);
}

function forbidden(reason: string): EngineError {
  return new EngineError('forbidden', new Error(reason));
}
