-- what clients and drivers send by themselves
SELECT n.nspname as "Schema", c.relname as "Name", CASE c.relkind WHEN 'r' THEN 'table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'i' THEN 'index' WHEN 'S' THEN 'sequence' WHEN 't' THEN 'TOAST table' WHEN 'f' THEN 'foreign table' WHEN 'p' THEN 'partitioned table' WHEN 'I' THEN 'partitioned index' END as "Type", pg_catalog.pg_get_userbyid(c.relowner) as "Owner" FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r','p','v','m','S','f','') AND n.nspname <> 'pg_catalog' AND n.nspname !~ '^pg_toast' AND n.nspname <> 'information_schema' AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 1,2
SELECT c.oid, n.nspname, c.relname FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.relname OPERATOR(pg_catalog.~) '^(orders)$' COLLATE pg_catalog.default AND pg_catalog.pg_table_is_visible(c.oid) ORDER BY 2, 3
SELECT a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), (SELECT pg_catalog.pg_get_expr(d.adbin, d.adrelid, true) FROM pg_catalog.pg_attrdef d WHERE d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.atthasdef), a.attnotnull, (SELECT c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type t WHERE c.oid = a.attcollation AND t.oid = a.atttypid AND a.attcollation <> t.typcollation) AS attcollation FROM pg_catalog.pg_attribute a WHERE a.attrelid = '18000' AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum
SELECT pg_catalog.quote_ident(c.relname) FROM pg_catalog.pg_class c WHERE c.relkind IN ('r', 'S') AND substring(pg_catalog.quote_ident(c.relname),1,3)='ord' UNION SELECT pg_catalog.quote_ident(n.nspname) || '.' FROM pg_catalog.pg_namespace n WHERE (SELECT pg_catalog.count(*) FROM pg_catalog.pg_namespace WHERE substring(pg_catalog.quote_ident(nspname) || '.',1,3) = substring('ord',1,pg_catalog.length(pg_catalog.quote_ident(nspname))+1)) > 1 LIMIT 1000
SELECT NULL AS TABLE_CAT, n.nspname AS TABLE_SCHEM, c.relname AS TABLE_NAME, CASE n.nspname ~ '^pg_' OR n.nspname = 'information_schema' WHEN true THEN CASE WHEN n.nspname = 'pg_catalog' THEN 'SYSTEM TABLE' ELSE NULL END WHEN false THEN 'TABLE' ELSE NULL END AS TABLE_TYPE, d.description AS REMARKS, '' as TYPE_CAT FROM pg_catalog.pg_namespace n, pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_description d ON (c.oid = d.objoid AND d.objsubid = 0 and d.classoid = 'pg_class'::regclass) WHERE c.relnamespace = n.oid AND (false OR ( c.relkind = 'r' AND n.nspname !~ '^pg_' )) ORDER BY TABLE_TYPE,TABLE_SCHEM,TABLE_NAME
SELECT * FROM (SELECT n.nspname,c.relname,a.attname,a.atttypid,a.attnotnull OR (t.typtype = 'd' AND t.typnotnull) AS attnotnull,a.atttypmod,row_number() OVER (PARTITION BY a.attrelid ORDER BY a.attnum) AS attnum, nullif(a.attidentity, '') as attidentity,pg_catalog.pg_get_expr(def.adbin, def.adrelid) AS adsrc FROM pg_catalog.pg_namespace n JOIN pg_catalog.pg_class c ON (c.relnamespace = n.oid) JOIN pg_catalog.pg_attribute a ON (a.attrelid=c.oid) LEFT JOIN pg_catalog.pg_attrdef def ON (a.attrelid=def.adrelid AND a.attnum = def.adnum) WHERE c.relkind in ('r','p','v','f','m') and a.attnum > 0 AND NOT a.attisdropped) c WHERE true ORDER BY nspname,c.relname,attnum
SELECT result.TABLE_CAT, (result.KEYS).n AS KEY_SEQ, (result.KEYS).x FROM (SELECT NULL AS TABLE_CAT, information_schema._pg_expandarray(i.indkey) AS KEYS FROM pg_catalog.pg_index i WHERE i.indisprimary) result where result.A_ATTNUM = (result.KEYS).x ORDER BY result.table_name
SELECT typinput='pg_catalog.array_in'::regproc as is_array, typtype, typname, pg_type.oid FROM pg_catalog.pg_type LEFT JOIN (select ns.oid as nspoid, ns.nspname, r.r from pg_namespace as ns join ( select s.r, (current_schemas(false))[s.r] as nspname from generate_series(1, array_upper(current_schemas(false), 1)) as s(r) ) as r using ( nspname )) as sp ON sp.nspoid = typnamespace WHERE pg_type.oid = $1 ORDER BY sp.r, pg_type.oid DESC
SET extra_float_digits = 3
SET application_name = 'PostgreSQL JDBC Driver'
SHOW search_path
SELECT current_schema(),session_user
select string_agg(word, ',') from pg_catalog.pg_get_keywords() where word <> ALL ('{a,abs,absolute}'::text[])
select pg_catalog.version()
show standard_conforming_strings
SELECT CAST('test plain returns' AS VARCHAR(60)) AS anon_1
SELECT CAST('test unicode returns' AS VARCHAR(60)) COLLATE "C" AS anon_1
SELECT pg_catalog.pg_class.relname FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_catalog.pg_namespace.oid = pg_catalog.pg_class.relnamespace WHERE pg_catalog.pg_class.relname = $1::VARCHAR AND pg_catalog.pg_table_is_visible(pg_catalog.pg_class.oid) AND pg_catalog.pg_namespace.nspname != $2::VARCHAR
SELECT pg_catalog.pg_class.relname FROM pg_catalog.pg_class WHERE pg_catalog.pg_class.relkind = ANY (ARRAY[$1::VARCHAR, $2::VARCHAR]) AND pg_catalog.pg_class.relpersistence != $3::CHAR
SELECT orders.status AS orders_status, count(orders.id) AS count_1 FROM orders WHERE orders.created_at >= $1 GROUP BY orders.status LIMIT 10
SELECT anon_1.status FROM (SELECT orders.status AS status FROM orders ORDER BY orders.status) AS anon_1 LIMIT $1 OFFSET $2
SELECT count(*) AS count_1 FROM (SELECT orders.id AS orders_id FROM orders) AS anon_1
SELECT t.oid, typarray FROM pg_type t JOIN pg_namespace ns ON typnamespace = ns.oid WHERE typname = 'hstore'
SELECT ns.nspname, t.typname, t.oid, t.typrelid, t.typtype, elemtyp.typname FROM pg_type AS t JOIN pg_namespace AS ns ON (ns.oid = t.typnamespace) LEFT OUTER JOIN pg_type AS elemtyp ON elemtyp.oid = t.typelem WHERE t.typtype IN ('b', 'r', 'm', 'e', 'd') OR (t.typtype = 'p' AND t.typname IN ('record', 'void')) ORDER BY CASE WHEN t.typtype IN ('b', 'e', 'p') THEN 0 WHEN t.typtype = 'r' THEN 1 END
SELECT t.typname, t.typtype, t.typelem, r.rngsubtype, et.typelem, t.typrelid FROM pg_catalog.pg_type t LEFT OUTER JOIN pg_catalog.pg_range r ON r.rngtypid = t.oid OR r.rngmultitypid = t.oid LEFT OUTER JOIN pg_catalog.pg_type et ON et.oid = t.typelem INNER JOIN pg_catalog.pg_namespace n ON t.typnamespace = n.oid WHERE t.oid = $1
select b.oid, b.typarray from pg_catalog.pg_type a left join pg_catalog.pg_type b on b.oid = a.typelem where a.typcategory = 'A' group by b.oid, b.typarray order by b.oid
DISCARD ALL
SET client_encoding TO 'UTF8'
SET NAMES 'utf8'
SET DateStyle = 'ISO'
set statement_timeout to 30000
SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY
SET LOCAL search_path = public, "My Schema"
RESET ALL
RESET search_path
SELECT 1
SELECT 'ping'
select NULL
SELECT $1::text, $2::int4, $3
SELECT set_config('bytea_output','hex',false) FROM pg_show_all_settings() WHERE name = 'bytea_output'
SELECT db.oid as did, db.datname, db.datallowconn, pg_encoding_to_char(db.encoding) AS serverencoding, has_database_privilege(db.oid, 'CREATE') as cancreate FROM pg_catalog.pg_database db WHERE db.datname = current_database()
SELECT x.oid::bigint, x.xmin::text::bigint FROM pg_class x WHERE x.oid::regclass::text = E'orders\n'
select a.attnum, (case when a.atttypmod >= 0 then information_schema._pg_truetypmod(a, t) end)::information_schema.cardinal_number from pg_attribute a, pg_type t
select N.oid::bigint as id, N.xmin as state_number, nspname as name, D.description, pg_catalog.pg_get_userbyid(N.nspowner) as "owner" from pg_catalog.pg_namespace N left join pg_catalog.pg_description D on N.oid = D.objoid order by case when nspname = pg_catalog.current_schema() then -1::bigint else N.oid::bigint end
