import { forbidden, mayMean, readStatement, type Word } from './statement-text.ts';

const READING = /^[\s(]*(?:SELECT|WITH|VALUES|TABLE)\b/i;

/** Words that a read-only transaction allows and no query needs: they write files, take locks or leave something behind. */
const FORBIDDEN = /\bINTO\b|:=|\bFOR\s+(?:UPDATE|SHARE)\b|\bLOCK\s+IN\s+SHARE\s+MODE\b/i;
const FORBIDDEN_FUNCTIONS = [
  'load_file',
  'get_lock',
  'release_lock',
  'release_all_locks',
  'master_pos_wait',
  'master_gtid_wait',
  'source_pos_wait',
  'wait_for_executed_gtid_set',
  'wait_until_sql_thread_after_gtids',
  'wsrep_sync_wait_upto_gtid',
  'service_get_read_locks',
  'service_get_write_locks',
  'service_release_locks',
  'last_insert_id',
  'sys_exec',
  'sys_eval',
  'sys_set',
  'sys_get',
];

/** The further functions that a user may not call: functions that wait. */
const WAITING_FUNCTIONS = ['sleep', 'benchmark'];
/** Schemas that show statements, accounts and settings. */
const SERVER_SCHEMAS = ['mysql', 'sys', 'performance_schema'];
/** The other views of `information_schema` show statements, settings or the server's own memory. */
const DESCRIBING_VIEWS = new Set([
  'character_sets',
  'check_constraints',
  'collations',
  'columns',
  'key_column_usage',
  'keywords',
  'partitions',
  'periods',
  'referential_constraints',
  'schemata',
  'sequences',
  'statistics',
  'table_constraints',
  'tables',
  'views',
]);
/** Settings of the server. */
const VARIABLE = /@\s*@/;

/**
 * Requires a SELECT. A prepared statement can hold only one statement, and transactions are read-only.
 *
 * @param isOfUser whether a user wrote the text, see `Statement`
 * @throws EngineError `forbidden`
 */
export function requireSelect(text: string, isOfUser = false): void {
  const { code, words } = readStatement(text, isOfUser);
  if (!READING.test(code)) throw forbidden('only SELECT statements are run');
  const functions = isOfUser ? [...FORBIDDEN_FUNCTIONS, ...WAITING_FUNCTIONS] : FORBIDDEN_FUNCTIONS;
  const found =
    FORBIDDEN.exec(code)?.[0] ?? calledOf(words, functions) ?? (isOfUser ? serverNameOf(code, words) : undefined);
  if (found !== undefined) throw forbidden(`${found} may not be used`);
}

/**
 * Whether plain names in a database are those of the server's own views. A user's statement there is refused as a whole.
 */
export function isServerSchema(database: string): boolean {
  return [...SERVER_SCHEMAS, 'information_schema'].some((schema) => mayMean(database, schema));
}

function calledOf(words: readonly Word[], functions: readonly string[]): string | undefined {
  return words.find(({ text, before }) => before === '(' && functions.some((name) => mayMean(text, name)))?.text;
}

function serverNameOf(code: string, words: readonly Word[]): string | undefined {
  for (const [at, { text, before }] of words.entries()) {
    if (before !== '.') continue;
    if (SERVER_SCHEMAS.some((schema) => mayMean(text, schema))) return text;
    const view = words[at + 1]?.text ?? '';
    if (mayMean(text, 'information_schema') && !DESCRIBING_VIEWS.has(view.toLowerCase())) return `${text}.${view}`;
  }
  return VARIABLE.exec(code)?.[0];
}
