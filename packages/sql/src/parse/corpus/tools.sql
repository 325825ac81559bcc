-- what tools of analysts write
SELECT "source"."status" AS "status", COUNT(*) AS "count" FROM (SELECT "public"."orders"."status" AS "status", "public"."orders"."created_at" AS "created_at" FROM "public"."orders") AS "source" WHERE ("source"."created_at" >= DATE_TRUNC('month', (NOW() + (INTERVAL '-12 month')))) AND ("source"."created_at" < DATE_TRUNC('month', NOW())) GROUP BY "source"."status" ORDER BY "source"."status" ASC
SELECT (CAST(DATE_TRUNC('week', ("public"."orders"."created_at" + INTERVAL '1 day')) AS timestamp) + INTERVAL '-1 day') AS "created_at", SUM("public"."orders"."total_amount") AS "sum" FROM "public"."orders" GROUP BY (CAST(DATE_TRUNC('week', ("public"."orders"."created_at" + INTERVAL '1 day')) AS timestamp) + INTERVAL '-1 day') ORDER BY 1 ASC
SELECT CASE WHEN LOWER("public"."orders"."status") LIKE '%new%' THEN 'a' ELSE 'b' END AS "Group", COUNT(*) FILTER (WHERE "public"."orders"."is_paid" = TRUE) AS "Paid" FROM "public"."orders" GROUP BY 1 LIMIT 2000
SELECT "source"."Rows" FROM (SELECT FLOOR((("orders"."n" - 0.0) / 10.0)) * 10.0 + 0.0 AS "Rows" FROM "orders") AS "source" LIMIT 1048575
SELECT EXTRACT(hour FROM "t"."created_at") AS h, EXTRACT(dow FROM t.created_at)::integer + 1 AS "Day", CAST(extract(month from t.created_at) AS integer) FROM orders t GROUP BY 1, 2, 3
SELECT * FROM (SELECT 1 AS a) AS virtual_table WHERE ((a = 1)) LIMIT 1000
SELECT DATE_TRUNC('day', created_at) AS __timestamp, status AS status, count(*) AS count FROM public.orders JOIN (SELECT status AS status__, count(*) AS mme_inner__ FROM public.orders WHERE created_at >= TO_TIMESTAMP('2024-01-01 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US') GROUP BY status ORDER BY mme_inner__ DESC LIMIT 25) AS anon_1 ON status = status__ GROUP BY status, DATE_TRUNC('day', created_at) ORDER BY count DESC LIMIT 10000
SELECT status AS status, SUM(total_amount) / NULLIF(SUM(count), 0) AS "avg check" FROM public.orders GROUP BY status HAVING SUM(total_amount) > 100 ORDER BY "avg check" DESC NULLS LAST LIMIT 100 OFFSET 20
SELECT SUM("orders"."total_amount") AS "sum:total_amount:ok", "orders"."status" AS "status" FROM "public"."orders" "orders" GROUP BY 2
SELECT CAST(TRUNC(EXTRACT(QUARTER FROM "orders"."created_at")) AS INTEGER) AS "qr:created_at:ok", SUM(1) AS "sum:Number of Records:ok" FROM "public"."orders" "orders" WHERE (("orders"."created_at" >= (TIMESTAMP '2024-01-01 00:00:00.000')) AND ("orders"."created_at" < (TIMESTAMP '2024-07-01 00:00:00.000'))) GROUP BY 1 HAVING (COUNT(1) > 0)
SELECT "t0"."status" AS "status" FROM "public"."orders" "orders" INNER JOIN (SELECT "orders"."status" AS "status", SUM("orders"."count") AS "$__alias__0" FROM "public"."orders" "orders" GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 ASC NULLS FIRST LIMIT 10) "t0" ON ("orders"."status" IS NOT DISTINCT FROM "t0"."status")
SELECT MIN("orders"."created_at") AS "TEMP(attr:created_at:nk)(1)", MAX("orders"."created_at") AS "TEMP(attr:created_at:nk)(2)", COUNT(1) AS "cnt" FROM "public"."orders" "orders" HAVING COUNT(1) > 0
SELECT (CASE WHEN "orders"."status" IN ('new', 'processed') THEN 'open' ELSE "orders"."status" END) AS "Status (group)", ROUND(SUM("orders"."total_amount")::numeric, 2) AS s FROM "public"."orders" "orders" GROUP BY 1
SELECT DATEADD(month, 1, DATE_TRUNC('MONTH', "orders"."created_at")), DATEDIFF('day', a, b), DATE_PART('year', "orders"."created_at") FROM "public"."orders" "orders"
select "_"."status", "_"."a0" from (select "rows"."status" as "status", sum("rows"."total_amount") as "a0" from (select "status", "total_amount" from "public"."orders" "$Table") "rows" group by "status") "_" where not "_"."a0" is null limit 1000001
select count(distinct("rows"."status")) + max(case when "rows"."status" is null then 1 else 0 end) as "a0" from (select "status" from "public"."orders" "$Table") "rows"
select "$Table"."status" as "status", "$Table"."n" as "n" from "public"."orders" "$Table" limit 1000
select top1."a" from (select "basetable0"."a" from (select * from x) as "basetable0" left outer join "public"."users" as "semijoin1" on (("semijoin1"."c" = "basetable0"."a") or ("semijoin1"."c" is null and "basetable0"."a" is null))) as top1 limit 501
SELECT "orders"."status" AS "orders.status", COALESCE(SUM("orders"."total_amount"), 0) AS "orders.total" FROM orders AS "orders" GROUP BY 1 ORDER BY 2 DESC FETCH NEXT 500 ROWS ONLY
SELECT floor(extract(epoch from created_at)/3600)*3600 AS "time", count(*) AS "value" FROM orders WHERE created_at BETWEEN '2024-01-01T00:00:00Z' AND '2024-02-01T00:00:00Z' GROUP BY time ORDER BY time
SELECT created_at AS "time", status AS metric, n FROM orders WHERE extract(epoch from created_at) >= 1704067200 AND extract(epoch from created_at) <= 1706745600 ORDER BY 1
SELECT to_timestamp(floor(extract(epoch FROM created_at) / 300) * 300) AT TIME ZONE 'UTC' AS time, avg(n) FROM orders GROUP BY 1
SELECT t0.qt_abc AS t0_qt_abc, t0.d AS t0_d FROM (SELECT SUM(total_amount) AS qt_abc, status AS d FROM orders GROUP BY status) AS t0 ORDER BY t0.qt_abc DESC LIMIT 2000000
SELECT CAST(clmn0_ AS VARCHAR), clmn1_ FROM ( SELECT status AS clmn0_, SUM(CAST(total_amount AS DOUBLE PRECISION)) AS clmn1_ FROM public.orders GROUP BY clmn0_ ) AS t0 LIMIT 20000000
WITH "qt_0" AS (SELECT "ta_1"."status" "ca_1", CASE WHEN sum("ta_1"."count") IS NOT NULL THEN sum("ta_1"."count") ELSE 0 END "ca_2" FROM "public"."orders" "ta_1" WHERE "ta_1"."created_at" >= date '2024-01-01' GROUP BY "ca_1") SELECT "qt_0"."ca_1" "ca_3", "qt_0"."ca_2" "ca_4" FROM "qt_0" ORDER BY 2 DESC NULLS LAST
WITH a AS (SELECT status, SUM(n) x FROM orders GROUP BY 1), b AS (SELECT status, x FROM a WHERE x > 1), c AS (SELECT status, AVG(x) y FROM b GROUP BY status) SELECT a.status, b.x, c.y FROM a LEFT JOIN b USING (status) FULL OUTER JOIN c ON c.status = a.status
SELECT "status", "total_amount" FROM "public"."orders" WHERE ("status" = 'new') ORDER BY "status" OFFSET 0 ROWS FETCH FIRST 100 ROWS ONLY
SELECT a.status, a.s * 1.0 / SUM(a.s) OVER () AS share, RANK() OVER (ORDER BY a.s DESC) AS r FROM (SELECT status, SUM(total_amount) s FROM orders GROUP BY status) a
SELECT m, SUM(s) OVER (PARTITION BY EXTRACT(YEAR FROM m) ORDER BY m ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) ytd FROM (SELECT DATE_TRUNC('month', created_at) m, SUM(n) s FROM orders GROUP BY 1) q
SELECT d, AVG(x) OVER w, NTILE(4) OVER w, FIRST_VALUE(x) OVER (w RANGE BETWEEN '7 days' PRECEDING AND CURRENT ROW) FROM q WINDOW w AS (PARTITION BY s ORDER BY d)
SELECT status, city, SUM(n) FROM orders GROUP BY ROLLUP (status, city)
SELECT status, city, GROUPING(status, city), SUM(n) FROM orders GROUP BY GROUPING SETS ((status, city), (status), ())
SELECT status, SUM(n) FROM orders GROUP BY CUBE (status, (city, zip)), year
SELECT status FROM orders UNION ALL SELECT city FROM users UNION SELECT 'x' ORDER BY 1 LIMIT 5
SELECT status FROM orders INTERSECT SELECT status FROM returns EXCEPT ALL SELECT 'new'
SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = o.user_id AND u.city = 'Berlin')
SELECT * FROM orders WHERE n > (SELECT AVG(n) FROM orders) AND (status, city) IN (SELECT status, city FROM x)
SELECT DISTINCT ON (status) status, created_at FROM orders ORDER BY status, created_at DESC
SELECT DISTINCT status FROM orders
SELECT d::date, COALESCE(x.c, 0) FROM generate_series('2024-01-01'::date, '2024-12-31', '1 month') d LEFT JOIN LATERAL (SELECT COUNT(*) c FROM orders o WHERE o.created_at >= d AND o.created_at < d + INTERVAL '1 month') x ON true
SELECT status, COUNT(*) * 100.0 / SUM(COUNT(*)) OVER () pct FROM orders GROUP BY status
SELECT TO_CHAR(DATE_TRUNC('month', created_at), 'YYYY-MM') AS "Month", SUM(n) FROM orders WHERE created_at >= CURRENT_DATE - 30 GROUP BY "Month"
SELECT LEFT(status, 3) || '...' AS s, REVERSE(status), REPLACE(status, 'a', 'b'), SPLIT_PART(status, '-', 1), INITCAP(status) FROM orders
SELECT created_at + 3 * INTERVAL '1 hour', created_at - INTERVAL '1' DAY, AGE(NOW(), created_at), created_at AT TIME ZONE 'UTC' AT TIME ZONE 'Europe/Berlin' FROM orders
SELECT STRING_AGG(DISTINCT status, ', ' ORDER BY status DESC), ARRAY_AGG(n ORDER BY n), BOOL_OR(is_paid), COUNT(DISTINCT (status, city)) FROM orders
SELECT q.* , q.a -> 'b' ->> 'c', q.a #> '{x,y}', q.b @> ARRAY['x'] FROM q
SELECT CASE WHEN a BETWEEN SYMMETRIC 1 AND 2 THEN 1 WHEN a NOT BETWEEN 3 AND 4 THEN 2 END, a IS DISTINCT FROM b, a IS NOT DISTINCT FROM NULL FROM t
SELECT a SIMILAR TO '(b|c)%' ESCAPE '!', a NOT SIMILAR TO 'x', a LIKE 'b' ESCAPE '!', a NOT ILIKE ALL (ARRAY['x', 'y']), a ILIKE ANY ('{x}') FROM t
SELECT ARRAY[[1,2],[3,4]], ARRAY(SELECT 1), ROW(1, 'a'), (1, 2), (ROW(1)).f1, a[1], a[1:2], a[:2], a[1:], (f(a))[2][3], $1[1] FROM t
SELECT "Ordérs"."Größe" AS "Straße", 日本 AS 語, '😀' || "😀" AS "🎉" FROM "Ordérs" WHERE "Größe" > 1 -- ende 😀
SELECT U&"d\0061t\+000061" AS "a""b", E'it\'s', U&'\0441', $q$text 'x' $q$, B'1010', X'1FF', N'x' FROM t
SELECT 0x1F, 0o17, 0b11, 1_000_000, 1.5e-3, .5, 5., 1e10, 99999999999999999999, -7, - 7, +7, 007, 0xFFFFFFFFFFFF, 1_000_000_000_000
SELECT CURRENT_TIME, CURRENT_TIME(0), CURRENT_TIMESTAMP(3), LOCALTIME, LOCALTIMESTAMP(6), CURRENT_ROLE
SELECT INTERVAL '1' YEAR, INTERVAL '1-2' YEAR TO MONTH, INTERVAL '1:02' HOUR TO MINUTE, INTERVAL '1' SECOND(3), INTERVAL(2) '1 sec', x::interval day to second FROM t
SELECT a::numeric(10, 2)[], b::varchar(5), c::timestamp(3) with time zone, d::time without time zone, e::double precision, f::public.mood, g::int[3][], h::char, i::"char", j::float(24), k::bit varying(3)
SELECT OVERLAY(a PLACING 'x' FROM 2 FOR 1), TRIM(LEADING FROM a), TRIM(TRAILING 'x' FROM a), EXTRACT('epoch' FROM b), (a, b) OVERLAPS (c, d), COLLATION FOR (a), NORMALIZE(a), a IS NORMALIZED FROM t
SELECT make_interval(days => 10, hours := 2), f(VARIADIC ARRAY[1, 2]), count(ALL a), "Mixed"."Func"(1), pg_catalog.lower('X')
SELECT a COLLATE "C" AS "C", a COLLATE pg_catalog."default" DESC_ FROM t ORDER BY a COLLATE "C" DESC, b USING <, c USING > NULLS FIRST, 4
SELECT JSON_OBJECT('a': 1), XMLELEMENT(NAME x), a IS JSON, JSON_ARRAY(1, 2), (t).*, a IS DOCUMENT FROM t
SELECT * FROM t AS s TABLESAMPLE SYSTEM (10) REPEATABLE (1), ROWS FROM (f(1), g(2)) AS r(a, b), XMLTABLE('/x' PASSING a COLUMNS b int) x
SELECT * FROM t1 NATURAL JOIN t2 LEFT JOIN (t3 CROSS JOIN t4) ON TRUE RIGHT JOIN t5 USING (a, "B") AS j
SELECT * FROM (a JOIN (b JOIN c ON b.x = c.x) ON a.x = b.x) AS J(X, "Y"), ONLY (d) AS D2, e * AS E2, "Db"."Sch"."Tab" T
VALUES (1, 'a'), (2, NULL) ORDER BY 1 DESC LIMIT 1
TABLE Orders
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS V(Id, "Name")
WITH RECURSIVE t(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT SUM(n) FROM t
WITH x AS MATERIALIZED (SELECT 1), y AS NOT MATERIALIZED (TABLE x) (SELECT * FROM x UNION SELECT * FROM y) ORDER BY 1 LIMIT ALL
WITH RECURSIVE s(a) AS (SELECT 1 UNION SELECT a FROM s) SEARCH DEPTH FIRST BY a SET o CYCLE a SET c USING p SELECT * FROM s
SELECT a FROM t ORDER BY a FETCH FIRST 5 ROWS WITH TIES
SELECT a FROM t FOR UPDATE OF t NOWAIT
SELECT SUM(n) OVER (ORDER BY d GROUPS BETWEEN 1 PRECEDING AND 2 FOLLOWING EXCLUDE TIES), SUM(n) OVER (ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW), SUM(n) OVER (ORDER BY d RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING EXCLUDE GROUP) FROM t
SELECT NOT a AND NOT (b OR c) OR d IS TRUE, a ISNULL, b NOTNULL, c IS NOT UNKNOWN, d IS NOT FALSE, -a, @ b, a ^ b % c, a <= ALL (SELECT 1), b = SOME (ARRAY[1]) FROM t
SELECT a operator(pg_catalog.=) ANY (SELECT (1)), (a + b) NOT IN (SELECT c FROM d), EXISTS (TABLE x), ((SELECT ((1)))) FROM t
SELECT GROUPING(a) FROM t GROUP BY DISTINCT a, ROLLUP (b, c), GROUPING SETS (CUBE (d, e), f)
SELECT percentile_disc(0.9) WITHIN GROUP (ORDER BY n DESC NULLS LAST) FILTER (WHERE n > 0) AS Within, mode() WITHIN GROUP (ORDER BY s) "Group" FROM t
SELECT a AS Select, b AS From, c AS Where, d AS "union", e AS limit FROM t AS x
SELECT t.select, t.from, t.order FROM t
SELECT f.End FROM (SELECT CASE WHEN a THEN b END End_ FROM t) F
