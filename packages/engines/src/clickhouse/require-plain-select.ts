import { relationCalls } from './relation-calls.ts';
import { type StatementWord, forbidden, is, isName } from '../statement-words.ts';
import { readWords } from './statement-words.ts';

const READING = ['select', 'with'];

/** Tables made by a function that reads no file, no address and no other database; every other one is refused. */
export const OWN_RELATIONS: readonly string[] = [
  'numbers',
  'numbers_mt',
  'zeros',
  'zeros_mt',
  'generateseries',
  'generate_series',
  'primes',
  'values',
  'sqlstandardvalues',
  'null',
  // Lists of values after IN.
  'tuple',
  'array',
];

/**
 * Functions that read files, addresses, the server itself or the head of the request, call models, or write. Those that
 * make tables are found by their place, too.
 */
const FORBIDDEN_CALL = new RegExp(
  `^(?:${[
    'url|file|s3|gcs|hdfs|oss|cosn|remote|remotesecure|cluster|clusterallreplicas|input|executable|python|eval',
    'view|viewexplain|viewifpermitted|loop|merge|mysql|postgresql|mongodb|redis|sqlite|jdbc|odbc|dictionary|bigquery',
    'ytsaurus|arrowflight|arrowstream|kafka|nats|rabbitmq',
    '(?:url|file|s3|hdfs|azureblobstorage|deltalake|hudi|iceberg|paimon)\\w*',
    'catboostevaluate|evalmlmethod|reversednsquery|showcertificate|getmacro|getsetting\\w*|getserversetting',
    'getmergetreesetting|getserverport|getclienthttpheader|currentrequesturl|getoskernelversion|hostname|fullhostname',
    'fqdn|tcpport|displayname|serveruuid|buildid|current(?:profiles|roles)|(?:enabled|default)(?:profiles|roles)',
    'filesystem\\w*|zookeepersessionuptime|globalvariable|chdb|structureto\\w+schema|logtrace|generateserialid',
    'addressto(?:line|linewithinlines|symbol)|ai[a-z]+|llm\\w*|joinget\\w*|__\\w+',
  ].join('|')})$`,
);

/** Functions of names like those that are forbidden, which only look at a text. */
const HARMLESS_CALLS = [
  'urlhash',
  'urlhierarchy',
  'urlpathhierarchy',
  'icebergtruncate',
  'iceberghash',
  'icebergbucket',
];

/** The further functions that a user may not call: functions that wait. */
const WAITING = ['sleep', 'sleepeachrow'];

/** Database of the server itself. */
const SERVER_DATABASE = 'system';
/** Views of this database that describe what may be queried. */
const DESCRIBING_VIEWS = ['columns', 'databases', 'tables', 'one', 'numbers', 'functions', 'data_type_families'];

interface StatementFacts {
  /** Whether a user wrote the text, see `Statement`. */
  readonly isOfUser?: boolean | undefined;
  /** Database of plain names. */
  readonly database: string;
}

/**
 * Requires a SELECT that changes no setting and names no format. A request holds one statement, and requests are
 * read-only.
 *
 * @throws EngineError `forbidden`
 */
export function requirePlainSelect(text: string, { isOfUser = false, database }: StatementFacts): void {
  const words = readWords(text);
  const first = words.find((word) => !is(word, '('));
  if (!first || first.isQuoted || !READING.includes(first.text)) throw forbidden('only SELECT statements are run');
  if (isOfUser && database.toLowerCase() === SERVER_DATABASE) throw forbidden(`${database} may not be used`);
  const found = clauseOf(words) ?? callOf(words, isOfUser) ?? (isOfUser ? systemViewOf(words) : undefined);
  if (found !== undefined) throw forbidden(`${found} may not be used`);
}

/** Words that follow a column or a table, and no clause. LIMIT, OFFSET and FINAL are names of settings, too. */
const AFTER_NAME = new RegExp(
  `^(?:${[
    'as|from|where|prewhere|group|having|qualify|window|order|fetch|union|except|intersect|and|or|xor|not|in',
    'is|like|ilike|rlike|regexp|between|div|mod|asc|desc|ascending|descending|nulls|collate|then|else|end|when|global|any',
    'all|asof|semi|anti|left|right|full|inner|cross|outer|join|array|paste|on|using|sample|over|filter|with|by|rows',
  ].join('|')})$`,
);

/** Clauses that change limits of the statement, the form of its answer, or write. */
function clauseOf(words: readonly StatementWord[]): string | undefined {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    const isClause = !is(words[at - 1], '.') && isName(next) && (next?.isQuoted || !AFTER_NAME.test(next?.text ?? ''));
    if (isClause && is(word, 'settings')) return 'SETTINGS';
    if (isClause && is(word, 'format')) return 'FORMAT';
    if (isClause && is(word, 'into')) return 'INTO';
    if (is(word, 'insert') && is(next, 'into')) return 'INSERT';
    if (is(word, ';') && next !== undefined) return 'a second statement';
    if (is(word, 'parallel') && is(next, 'with')) return 'PARALLEL WITH';
    if (is(word, ':') && is(next, 'identifier')) return 'a name as a parameter';
  }
  return undefined;
}

function callOf(words: readonly StatementWord[], isOfUser: boolean): string | undefined {
  const relation = relationCalls(words).find((name) => !OWN_RELATIONS.includes(name.toLowerCase()));
  if (relation !== undefined) return relation;
  return words.find((word, at) => {
    if (!isName(word) || !is(words[at + 1], '(')) return false;
    const name = word.text.toLowerCase();
    if (isOfUser && WAITING.includes(name)) return true;
    return FORBIDDEN_CALL.test(name) && !HARMLESS_CALLS.includes(name);
  })?.text;
}

function systemViewOf(words: readonly StatementWord[]): string | undefined {
  for (const [at, { text }] of words.entries()) {
    if (text.toLowerCase() !== SERVER_DATABASE || !is(words[at + 1], '.')) continue;
    const view = words[at + 2]?.text ?? '';
    if (!DESCRIBING_VIEWS.includes(view)) return `${text}.${view}`;
  }
  return undefined;
}
