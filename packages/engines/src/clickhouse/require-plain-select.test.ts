import { describe, expect, it } from 'vitest';
import { describeClickhouse } from '../../../../tests/servers/clickhouse.ts';
import { databaseForTest } from './clickhouse-for-test.ts';
import { OWN_RELATIONS, requirePlainSelect } from './require-plain-select.ts';

const run = (text: string, isOfUser = false, database = 'shop') => requirePlainSelect(text, { isOfUser, database });
const refused = expect.objectContaining({ errorClass: 'forbidden' });

describe('requirePlainSelect', () => {
  it.each([
    'SELECT 1',
    ' ((SELECT 1)) ;',
    '-- why\nSELECT 1',
    '/* DROP */ WITH a AS (SELECT 1) SELECT * FROM a',
    "SELECT 'DROP TABLE x; file(' || '''' || '\\'', \"file(\", `url(`, 1.5e3 FROM t -- url(",
    'SELECT a.b, c.d FROM s.t AS x, u WHERE x.a IN (1, 2) AND "in" BETWEEN 1 AND (2)',
    'SELECT * FROM t ARRAY JOIN range(3) AS n, arrayMap(x -> x, a) AS m',
    'SELECT * FROM t LEFT ARRAY JOIN range(3) AS n JOIN u USING (id) WHERE f(a), g(b) = 1',
    'SELECT extract(YEAR FROM toDate(day)), trim(BOTH lower(x) FROM upper(a)), a IS DISTINCT FROM lower(b) FROM t',
    'SELECT sum(a) FROM numbers(3) AS n, zeros(2), generate_series(1, 5), values(1, 2)',
    'SELECT 1 WHERE 1 IN tuple(1, 2) AND a IN (SELECT f(x), g(y) FROM t)',
    'SELECT f(a), g(b) FROM (SELECT f(a), g(b) FROM t ORDER BY f(a), g(b)) AS x GROUP BY f(a), g(b) LIMIT 1',
    'SELECT settings, format, t.format x, settings = 1 FROM t AS settings WHERE format IN (1) ORDER BY settings DESC',
    "SELECT dictGet('d', 'a', 1), URLHash(x), {p1:String}, {p2:Nullable(Decimal(38, 2))} FROM t",
    'SELECT 1 FROM (SELECT (1), f(2)) AS a, (WITH (SELECT 1) AS x SELECT (x)) AS b WHERE day IN (toDate(1), f(2))',
    'SELECT 1 WHERE (a, b) NOT IN ((f(1), g(2)), (3, 4)) AND c IN (SELECT (1) FROM t)',
    'SELECT * FROM s.report(day = 1)',
    'SELECT * FROM system.columns, "system".`tables`, information_schema.tables',
    'SELECT \'é 漢字 😀\', "é" /* é */ FROM t -- é',
  ])('runs %s, also of a user', (text) => {
    expect(() => run(text)).not.toThrow();
    expect(() => run(text, true)).not.toThrow();
  });

  it.each([
    '',
    '-- nothing',
    'INSERT INTO t SELECT 1',
    'WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a',
    'EXPLAIN SELECT 1',
    'DESCRIBE TABLE t',
    'SHOW TABLES',
    'SET limit = 1',
    'SYSTEM SHUTDOWN',
    'KILL QUERY WHERE 1',
    'EXECUTE AS admin SELECT 1',
    'FROM t SELECT 1',
    '"SELECT" 1',
    'SELECT 1; DROP TABLE t',
    'SELECT 1 SETTINGS limit = 1',
    'SELECT 1 settings\nlimit = 1',
    'SELECT 1 SETTINGS /* */ "limit" = 1',
    'SELECT 1 SETTINGS final',
    'SELECT * FROM (SELECT 1 SETTINGS limit = 1)',
    'SELECT 1 FORMAT JSON',
    "SELECT 1 INTO OUTFILE 'x'",
    "SELECT 1 INTO OUTFILE 'x' TRUNCATE",
    'SELECT 1 PARALLEL WITH SELECT 2',
    'SELECT * FROM {p1:Identifier}',
    "SELECT * FROM url('http://x')",
    "SELECT * FROM `url`('http://x')",
    'SELECT * FROM "UrL" /* */ (\'http://x\')',
    "SELECT * FROM t, newest('x')",
    "SELECT * FROM t AS a JOIN u AS b ON a.x = b.x, newest('x')",
    "SELECT * FROM t ARRAY JOIN a, b JOIN newest('x') AS c",
    "SELECT * FROM (newest('x'))",
    "SELECT * FROM ((t JOIN newest('x')))",
    "SELECT 1 WHERE 1 IN newest('x')",
    "SELECT 1 WHERE 1 GLOBAL NOT IN newest('x')",
    "SELECT * FROM numbers(3), (SELECT * FROM newest('x'))",
    "SELECT a IS DISTINCT FROM b FROM newest('x')",
    "SELECT extract(YEAR FROM (SELECT max(d) FROM newest('x')))",
    "SELECT file('/etc/passwd')",
    "SELECT `\\x66ile`('/etc/passwd')",
    "SELECT getClientHTTPHeader('Authorization')",
    'SELECT aiGenerate(x) FROM t',
    "SELECT getSetting('limit')",
    "SELECT generateSerialID('x')",
    "SELECT joinGet('other.t', 'a', 1)",
    "SELECT $tag$ ' $tag$, file('x')",
    "SELECT 'a",
    'SELECT "a',
    'SELECT `a',
    'SELECT /* a',
    'SELECT /* /* */ 1',
    'SELECT 1 # url(',
    'SELECT 1\u00a0',
    'SELECT \u2018a\u2019',
    'SELECT 1 \0',
  ])('refuses %j', (text) => {
    expect(() => run(text)).toThrow(refused);
  });

  it.each([
    'SELECT * FROM system.users',
    'SELECT * FROM "system" . /* */ `query_log`',
    'SELECT * FROM SYSTEM.processes',
    'SELECT sleep(3)',
    'SELECT sleepEachRow(1) FROM t',
  ])('refuses %j of a user', (text) => {
    expect(() => run(text)).not.toThrow();
    expect(() => run(text, true)).toThrow(refused);
  });

  it('refuses every text of a user in the database of the server itself', () => {
    expect(() => run('SELECT * FROM users', true, 'system')).toThrow(refused);
  });
});

describeClickhouse('the functions of the server', () => {
  it('make no table but from their arguments', async () => {
    const { ask } = await databaseForTest();
    const names = (await ask('SELECT name FROM system.table_functions ORDER BY name')).trim().split('\n');
    expect(names.length).toBeGreaterThan(90);
    for (const name of names.filter((each) => !OWN_RELATIONS.includes(each.toLowerCase())))
      for (const text of [`FROM ${name}(1)`, `FROM t, ${name}(1)`, `FROM (${name}(1))`, `WHERE 1 IN ${name}(1)`])
        expect(() => run(`SELECT 1 ${text}`), text).toThrow(refused);
  });

  it('are known where their names tell that they read or write elsewhere', async () => {
    const { ask } = await databaseForTest();
    const suspicious = '(?i)file|url|http|remote|server|setting|profile|role|macro|certificate|^ai[A-Z]|port$|serial';
    const names = await ask(`SELECT name FROM system.functions WHERE match(name, '${suspicious}') ORDER BY name`);
    const allowed = names
      .trim()
      .split('\n')
      .filter((name) => isAllowed(`SELECT ${name}(1)`));
    expect(allowed).toMatchInlineSnapshot(`
      [
        "URLHash",
        "URLHierarchy",
        "URLPathHierarchy",
        "base64URLDecode",
        "base64URLEncode",
        "blockSerializedSize",
        "cutURLParameter",
        "decodeURLComponent",
        "decodeURLFormComponent",
        "encodeURLComponent",
        "encodeURLFormComponent",
        "extractURLParameter",
        "extractURLParameterNames",
        "extractURLParameters",
        "getTypeSerializationStreams",
        "port",
        "serverTimeZone",
        "serverTimezone",
        "tryBase64URLDecode",
      ]
    `);
  });
});

function isAllowed(text: string): boolean {
  try {
    run(text);
    return true;
  } catch {
    return false;
  }
}
