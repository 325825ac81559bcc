-- statements of the contract, one a line
SELECT version()
SHOW server_version_num
SET foo.bar = 1
SELECT table_name FROM information_schema.tables WHERE table_schema='public'
SELECT column_name, data_type FROM information_schema.columns WHERE table_name='orders'
SELECT MEASURE(count) AS c FROM orders
SELECT COUNT(*) AS c FROM orders
SELECT SUM(total_amount) AS s FROM orders
SELECT COUNT(total_amount) FROM orders
SELECT MIN(total_amount) AS m FROM orders
SELECT SUM(CASE WHEN status='new' THEN total_amount END) AS s FROM orders
SELECT MEASURE(status) FROM orders
SELECT DATE_TRUNC('day', created_at), MEASURE(completed_percentage) FROM (SELECT id, status, created_at, completed_percentage FROM orders) t GROUP BY 1
SELECT createdAt FROM Orders
SELECT "public"."orders"."status" AS "x:y:ok" FROM "public"."orders"
SELECT SUM(CAST(m AS DECIMAL)) FROM orders
SELECT CASE (status='new') WHEN TRUE THEN m ELSE NULL END FROM orders
SELECT STRING_AGG(m, ',') FROM orders
SELECT APPROX_DISTINCT(m), COUNT(DISTINCT m), AVG(m), MAX(m) FROM orders
SELECT status FROM orders WHERE status <> 'a' OR status != 'b'
SELECT 1 FROM orders WHERE d IN ('a','b') AND e NOT IN ('c')
SELECT 1 FROM orders WHERE n > 1 AND n >= 2 AND n < 3 AND n <= 4
SELECT 1 FROM orders WHERE is_paid AND NOT is_paid OR is_paid = TRUE
SELECT 1 FROM orders WHERE a LIKE 'x' AND b LIKE 'x%' AND c NOT LIKE '%x' AND d ILIKE '%x\_%' AND e ~ 'x'
SELECT 1 FROM orders WHERE STARTS_WITH(d,'x') OR ENDS_WITH(d, 'y') OR LOWER(d) = 'x'
SELECT status, COUNT(*) FROM orders GROUP BY 1 HAVING COUNT(*) > 5
SELECT 1 FROM orders WHERE segment IS TRUE AND other IS NOT FALSE AND third IS UNKNOWN
SELECT * FROM orders WHERE 1 = 0
SELECT 1 FROM orders WHERE t >= '2024-01-01' AND t < '2024-02-01'
SELECT 1 FROM orders WHERE t BETWEEN '2020-01-01' AND '2021-01-01'
SELECT 1 FROM orders WHERE EXTRACT(YEAR FROM t) = 2019
SELECT 1 FROM orders WHERE DATE_TRUNC('month', t) = '2024-02-01'
SELECT 1 FROM orders WHERE t >= CURRENT_DATE - INTERVAL '7 day'
SELECT 1 FROM orders WHERE STRPOS(CASE WHEN d IS NOT NULL THEN d ELSE '' END, 'x') > 0
SELECT a FROM (SELECT * FROM "public"."orders" "$Table") "rows" GROUP BY a LIMIT 1000001
SELECT 1 FROM orders WHERE not m is null
SELECT DATE_TRUNC('QUARTER', CAST(t AS TIMESTAMP)) FROM orders HAVING COUNT(1) > 0
SELECT CAST(DATE_TRUNC('MONTH', CAST(CAST(t AS DATE) AS TIMESTAMP)) AS DATE) FROM orders
SELECT CAST(TRUNC(EXTRACT(YEAR FROM t)) AS INT), t + 11 * INTERVAL '1 MONTH' FROM orders
SELECT 1 WHERE t = DATE '2024-01-01' AND u = TIMESTAMP '2024-01-01 00:00:00' AND v = to_timestamp('x', 'y')
SELECT 1 FROM orders CROSS JOIN users
SELECT 1 FROM orders o LEFT JOIN users u ON o.__cubeJoinField = u.__cubeJoinField
SELECT 1 FROM orders o JOIN users u ON o.__cubeJoinField = u.__cubeJoinField JOIN weather w ON w.__cubeJoinField = u.__cubeJoinField
SELECT 1 FROM orders o INNER JOIN (SELECT status, COUNT(*) c FROM orders GROUP BY 1) g ON o.status = g.status AND g.c > 1
SELECT 1 FROM orders o JOIN users u ON o.user_id = u.id
SELECT COUNT(*) FROM orders WHERE __user = 'x'
SELECT COUNT(*) FROM orders WHERE __user IN ('x') AND __user IS NOT NULL
SELECT COUNT(*) FROM orders WHERE LOWER(CAST(__user AS TEXT)) = 'x'
SET user = 'x'
SET ROLE x
SET ROLE NONE
SHOW ALL
SHOW TRANSACTION ISOLATION LEVEL
SET x TO v
SET TIME ZONE 'UTC'
SET timezone = 'Europe/Berlin'
SET TIME ZONE DEFAULT
SET TIME ZONE LOCAL
SET cube_cache = 'must-revalidate'
BEGIN
START TRANSACTION
COMMIT
ROLLBACK
SAVEPOINT a
RELEASE a
DECLARE c BINARY CURSOR WITH HOLD FOR SELECT 1
FETCH FORWARD 10 FROM c
CLOSE ALL
DEALLOCATE ALL
DISCARD PLANS
EXPLAIN SELECT COUNT(*) FROM orders
EXPLAIN ANALYZE VERBOSE SELECT COUNT(*) FROM orders
EXPLAIN (ANALYZE, VERBOSE FALSE, FORMAT JSON) (SELECT COUNT(*) FROM orders)
CREATE TEMPORARY TABLE t AS SELECT 1
SELECT 1 INTO TEMPORARY TABLE t
DROP TABLE t
INSERT INTO orders VALUES (1)
WITH x AS (SELECT 1) UPDATE orders SET a = 1
CREATE OR REPLACE VIEW v AS SELECT 1
SELECT ABS(a), CEIL(a), ROUND(a, 2), POWER(a, 2), PI(), TRUNC(a), ATAN2(a, b) FROM orders
SELECT a || b, BTRIM(a), POSITION('x' IN a), SUBSTRING(a FROM 2 FOR 3), SUBSTRING(a, 2), TRIM(a), TRIM(BOTH 'x' FROM a), CONCAT(a, b) FROM orders
SELECT LEFT(a, 1), RIGHT(a, 1), TO_CHAR(t, 'YYYY'), DATEDIFF('day', a, b), DATE_ADD(t, INTERVAL '1 day'), LOCALTIMESTAMP, NOW() FROM orders
SELECT COALESCE(a, b, c), NULLIF(a, ''), GREATEST(a, b), LEAST(a, b) FROM orders
SELECT PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY amount DESC) FROM orders
SELECT STDDEV_POP(a), COVAR_SAMP(a, b), XIRR(amount, date) FROM (SELECT 1 amount, 2 date) q
SELECT LAG(c) OVER (ORDER BY d), LEAD(c, 1, 0) OVER (PARTITION BY s ORDER BY d) FROM (SELECT d, s, COUNT(*) c FROM orders GROUP BY 1, 2) q
SELECT current_user, user, session_user, current_database(), current_catalog, current_schema, current_schemas(true), pg_backend_pid()
SELECT 'orders'::regclass, 'text'::regtype, 'now'::regproc
SELECT * FROM generate_series(1, 3) AS g(n), unnest(ARRAY[1, 2]) WITH ORDINALITY AS u(v, i)
SELECT (information_schema._pg_expandarray(i.indkey)).n FROM pg_index i
