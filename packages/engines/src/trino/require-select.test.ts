import { describe, expect, it } from 'vitest';
import { requireSelect } from './require-select.ts';

const run = (text: string, isOfUser = false, catalog = 'lake') => requireSelect(text, { isOfUser, catalog });

describe('requireSelect', () => {
  it.each([
    'SELECT 1',
    '  (\n(SELECT 1))',
    '-- why\nSELECT 1',
    '/* DROP */ WITH a AS (SELECT 1) SELECT * FROM a',
    'VALUES 1, 2',
    'TABLE sales.orders',
    "SELECT 'DROP TABLE x; a.b(' || '''', \"a.b(\", 1.5e3 FROM t -- a.b(",
    'SELECT a.b, c.d FROM s.t AS x (a, b) WHERE x.a IN (1, 2) AND t."in" BETWEEN 1 AND (2)',
    'SELECT * FROM s.t TABLESAMPLE BERNOULLI (10) JOIN u.v USING (id)',
    'SELECT transform(a, x -> x.b), CAST(r AS row(a bigint)).a FROM t',
    'SELECT \'é 漢字 😀\', "é" /* é */ FROM t -- é',
    'WITH session AS (SELECT 1), function (a) AS (SELECT 2) SELECT * FROM session',
    'SELECT * FROM information_schema.columns, lake."information_schema"."TABLES"',
    'SELECT system FROM t AS systems',
    'SELECT * FROM s.t, LAKE.s.t AS x JOIN "Lake".s.u USING (id), LATERAL (TABLE lake.s.t)',
    'SELECT o.address.city, extract(YEAR FROM o.detail.at), trim(o.a.b FROM o.a.c) FROM orders AS o, items',
    'SELECT a IS DISTINCT FROM o.b.c, o.b.d FROM t AS o WHERE o.a.b IN (1, o.b.c) GROUP BY x, o.a.b ORDER BY y, o.a.b',
    'SELECT x FROM t AS o, UNNEST(o.a.b, o.a.c) AS u (x, y), (SELECT 1, o.a.b) AS v',
  ])('runs %s, also of a user', (text) => {
    expect(() => run(text)).not.toThrow();
    expect(() => run(text, true)).not.toThrow();
  });

  it.each([
    '',
    '-- nothing',
    'INSERT INTO t SELECT 1',
    'EXPLAIN ANALYZE INSERT INTO t SELECT 1',
    "EXECUTE IMMEDIATE 'DROP TABLE t'",
    "CALL system.runtime.kill_query('x', 'y')",
    'SET SESSION AUTHORIZATION admin',
    'SHOW CATALOGS',
    '"SELECT" 1',
    'SELECTION',
    "SELECT * FROM TABLE(shop.system.query(query => 'DELETE FROM orders RETURNING 1'))",
    'SELECT * FROM TABLE(shop.system."query"(query => \'\'))',
    "SELECT * FROM TABLE(shop . system /* */ . query -- \n (query => ''))",
    "SELECT ai.ai.ai_gen('x')",
    'SELECT "ai"."ai"."ai_gen" (\'x\')',
    "SELECT 'a",
    'SELECT "a',
    'SELECT /* a',
    'SELECT `a`',
    'SELECT 1 AS \u017feite',
    'SELECT 1\u00a0',
    'SELECT 1 \0',
  ])('refuses %j', (text) => {
    expect(() => run(text)).toThrow(expect.objectContaining({ errorClass: 'forbidden' }));
  });

  it.each([
    'SELECT query FROM system.runtime.queries',
    'SELECT query FROM "system" . "runtime".queries',
    'SELECT query FROM "SYSTEM".runtime.queries',
    'SELECT * FROM TABLE(sequence(1, 1000000000))',
    'SELECT * FROM TABLE /* */ (sequence(1, 1000000000))',
    "WITH SESSION query_max_run_time = '10d' SELECT 1",
    '/* */ with\nsession lake.size = 1 SELECT 1',
    'WITH FUNCTION f() RETURNS bigint RETURN 1 SELECT f()',
    'SELECT * FROM information_schema.roles',
    'SELECT * FROM lake."INFORMATION_SCHEMA"."applicable_roles"',
    'SELECT * FROM tpch.tiny.nation',
    'SELECT * FROM "TPCH" . /* */ "tiny".nation',
    'SELECT * FROM tpch.information_schema.tables',
    'SELECT * FROM t, tpch.tiny.nation',
    'SELECT * FROM t limit, tpch.tiny.nation',
    'SELECT * FROM t AS x (a, b), tpch.tiny.nation',
    'SELECT * FROM t JOIN u ON t.a = u.a AND (t.b, t.c) IN (SELECT 1, 2), tpch.tiny.nation',
    'SELECT * FROM t JOIN u ON t.a IS DISTINCT FROM u.a, tpch.tiny.nation',
    'SELECT * FROM t JOIN u ON extract(YEAR FROM t.a) = 1, tpch.tiny.nation',
    'SELECT * FROM UNNEST(ARRAY[1, 2]) AS n (a), tpch.tiny.nation',
    'SELECT * FROM (SELECT 1 WHERE true), tpch.tiny.nation',
    'SELECT * FROM t CROSS JOIN tpch.tiny.nation',
    'SELECT * FROM ((tpch.tiny.nation CROSS JOIN t))',
    'SELECT * FROM (t CROSS JOIN u), (tpch.tiny.nation)',
    'SELECT * FROM t, (u CROSS JOIN (tpch.tiny.nation))',
    'SELECT * FROM LATERAL (TABLE tpch.tiny.nation)',
    'TABLE tpch.tiny.nation',
    'SELECT 1 UNION TABLE tpch.tiny.nation',
    'WITH a AS (TABLE tpch.tiny.nation) SELECT * FROM a',
    'SELECT (SELECT count(*) FROM tpch.tiny.nation)',
    'SELECT extract(YEAR FROM (SELECT max(a) FROM tpch.tiny.nation))',
    'SELECT 1 WHERE 1 IN (TABLE tpch.tiny.nation)',
    'SELECT 1 WHERE EXISTS (SELECT 1 FROM t, tpch.tiny.nation)',
  ])('refuses %j of a user', (text) => {
    expect(() => run(text)).not.toThrow();
    expect(() => run(text, true)).toThrow(expect.objectContaining({ errorClass: 'forbidden' }));
  });

  it('refuses every text of a user in the catalog of the cluster itself', () => {
    expect(() => run('SELECT query FROM runtime.queries', true, 'System')).toThrow('forbidden');
  });
});
