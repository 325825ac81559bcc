-- weeks: cases/time/by-week.yml
SELECT
  "rows_of_query"."sales__day_week" AS "sales__day_week",
  "rows_of_query"."sales__total" AS "sales__total"
FROM (
  SELECT
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(WEEK, DATE '0001-01-01', "sales".day) WEEK) AS "sales__day_week",
    SUM("sales".amount) AS "sales__total"
  FROM sales AS "sales"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."sales__day_week" IS NULL, "rows_of_query"."sales__day_week" ASC
LIMIT 10000

-- months, and several units: cases/time/several-granularities-of-one-time.yml
SELECT
  "rows_of_query"."orders__created_at_quarter" AS "orders__created_at_quarter",
  "rows_of_query"."orders__created_at_month" AS "orders__created_at_month",
  "rows_of_query"."orders__count" AS "orders__count"
FROM (
  SELECT
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(QUARTER, DATE '0001-01-01', "orders".created_at) QUARTER) AS "orders__created_at_quarter",
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(MONTH, DATE '0001-01-01', "orders".created_at) MONTH) AS "orders__created_at_month",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  GROUP BY 1, 2
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__created_at_quarter" IS NULL, "rows_of_query"."orders__created_at_quarter" ASC, "rows_of_query"."orders__created_at_month" IS NULL, "rows_of_query"."orders__created_at_month" ASC
LIMIT 10000

-- quarters in a zone: cases/date-filters/on-a-truncated-time-of-a-select.yml
SELECT
  "rows_of_query"."orders__id" AS "orders__id"
FROM (
  SELECT
    "orders".id AS "orders__id"
  FROM (
    SELECT DISTINCT id, created_at FROM orders
  ) AS "orders"
  WHERE ((DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(QUARTER, DATE '0001-01-01', ("orders".created_at + INTERVAL CAST(ELT(INTERVAL(TIMESTAMPDIFF(SECOND, TIMESTAMP '1800-01-01 00:00:00.000', "orders".created_at), 1719425192, 2208967600, 3344956730, 4473081000, 4492603800, 4502025000, 4600517400) + 1, 21208, 21200, 19270, 19800, 23400, 19800, 23400, 19800) AS SIGNED) SECOND)) QUARTER) >= TIMESTAMP '2024-02-02 00:00:00.000')
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__id" IS NULL, "rows_of_query"."orders__id" ASC
LIMIT 10000

-- hours in a zone: cases/time/a-repeated-hour-is-one-bucket.yml
SELECT
  "rows_of_query"."moments__at_hour" AS "moments__at_hour",
  "rows_of_query"."moments__count" AS "moments__count"
FROM (
  SELECT
    (TIMESTAMP '0001-01-01 00:00:00' + INTERVAL TIMESTAMPDIFF(HOUR, TIMESTAMP '0001-01-01 00:00:00', ("moments".taken_at + INTERVAL CAST(ELT(INTERVAL(TIMESTAMPDIFF(SECOND, TIMESTAMP '1800-01-01 00:00:00.000', "moments".taken_at), 7095276000) + 1, -14400, -18000) AS SIGNED) SECOND)) HOUR) AS "moments__at_hour",
    COUNT(*) AS "moments__count"
  FROM moments AS "moments"
  WHERE (("moments".taken_at >= TIMESTAMP '2024-11-03 04:00:00.000') AND ("moments".taken_at < TIMESTAMP '2024-11-04 05:00:00.000'))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."moments__at_hour" IS NULL, "rows_of_query"."moments__at_hour" ASC
LIMIT 10000

-- days in a zone: cases/time/evening-rows-belong-to-the-local-day.yml
SELECT
  "rows_of_query"."orders__created_at_day" AS "orders__created_at_day",
  "rows_of_query"."orders__count" AS "orders__count"
FROM (
  SELECT
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', ("orders".created_at + INTERVAL -28800 SECOND)) DAY) AS "orders__created_at_day",
    COUNT(*) AS "orders__count"
  FROM orders AS "orders"
  WHERE (("orders".created_at >= TIMESTAMP '2024-01-01 08:00:00.000') AND ("orders".created_at < TIMESTAMP '2024-02-10 08:00:00.000'))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__created_at_day" IS NULL, "rows_of_query"."orders__created_at_day" ASC
LIMIT 10000

-- wall clock readings: cases/days/as-they-are.yml
SELECT
  "rows_of_query"."flights__id" AS "flights__id",
  "rows_of_query"."flights__planned_on" AS "flights__planned_on",
  "rows_of_query"."flights__landed_on" AS "flights__landed_on"
FROM (
  SELECT
    "flights".id AS "flights__id",
    CAST("flights".planned_on AS DATETIME(6)) AS "flights__planned_on",
    CAST("flights".landed_on AS DATETIME(6)) AS "flights__landed_on"
  FROM flights AS "flights"
  GROUP BY 1, 2, 3
) AS "rows_of_query"
ORDER BY "rows_of_query"."flights__id" IS NULL, "rows_of_query"."flights__id" ASC, "rows_of_query"."flights__planned_on" IS NULL, "rows_of_query"."flights__planned_on" ASC, "rows_of_query"."flights__landed_on" IS NULL, "rows_of_query"."flights__landed_on" ASC
LIMIT 10000

-- seconds before the epoch: cases/time/before-the-epoch-by-second.yml
SELECT
  "rows_of_query"."eras__at_second" AS "eras__at_second",
  "rows_of_query"."eras__count" AS "eras__count"
FROM (
  SELECT
    (TIMESTAMP '0001-01-01 00:00:00' + INTERVAL TIMESTAMPDIFF(SECOND, TIMESTAMP '0001-01-01 00:00:00', "eras".taken_at) SECOND) AS "eras__at_second",
    COUNT(*) AS "eras__count"
  FROM eras AS "eras"
  WHERE (("eras".taken_at >= TIMESTAMP '1969-12-31 00:00:00.000') AND ("eras".taken_at < TIMESTAMP '1970-01-02 00:00:00.000'))
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."eras__at_second" IS NULL, "rows_of_query"."eras__at_second" ASC
LIMIT 10000

-- ten days: cases/contract/ten-days.yml
SELECT
  "rows_of_query"."sales__day_ten" AS "sales__day_ten",
  "rows_of_query"."sales__total" AS "sales__total"
FROM (
  SELECT
    TIMESTAMP '0001-01-06 00:00:00.000' + INTERVAL (TIMESTAMPDIFF(SECOND, TIMESTAMP '0001-01-06 00:00:00.000', "sales".day) DIV 864000 * 864000) SECOND AS "sales__day_ten",
    SUM("sales".amount) AS "sales__total"
  FROM sales AS "sales"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."sales__day_ten" IS NULL, "rows_of_query"."sales__day_ten" ASC
LIMIT 10000

-- shifts of eight hours: cases/granularities/shifts-of-eight-hours/utc.yml
SELECT
  "rows_of_query"."moments__at_shift" AS "moments__at_shift",
  "rows_of_query"."moments__weight" AS "moments__weight"
FROM (
  SELECT
    TIMESTAMP '0001-01-01 06:00:00.000' + INTERVAL (TIMESTAMPDIFF(SECOND, TIMESTAMP '0001-01-01 06:00:00.000', "moments".taken_at) DIV 28800 * 28800) SECOND AS "moments__at_shift",
    SUM("moments".weight) AS "moments__weight"
  FROM moments AS "moments"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."moments__at_shift" IS NULL, "rows_of_query"."moments__at_shift" ASC
LIMIT 10000

-- a fiscal year: cases/contract/a-fiscal-year.yml
SELECT
  "rows_of_query"."orders__created_at_fiscal" AS "orders__created_at_fiscal",
  "rows_of_query"."orders__total" AS "orders__total"
FROM (
  SELECT
    TIMESTAMP '0001-02-01 00:00:00.000' + INTERVAL (TIMESTAMPDIFF(MONTH, TIMESTAMP '0001-02-01 00:00:00.000', "orders".created_at) DIV 12 * 12) MONTH AS "orders__created_at_fiscal",
    SUM("orders".amount) AS "orders__total"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."orders__created_at_fiscal" IS NULL, "rows_of_query"."orders__created_at_fiscal" ASC
LIMIT 10000

-- an origin with a zone: cases/granularities/an-origin-with-a-zone-elsewhere.yml
SELECT
  "rows_of_query"."moments__at_eastern_dawn" AS "moments__at_eastern_dawn",
  "rows_of_query"."moments__weight" AS "moments__weight"
FROM (
  SELECT
    TIMESTAMP '0001-01-01 14:30:00.000' + INTERVAL (TIMESTAMPDIFF(SECOND, TIMESTAMP '0001-01-01 14:30:00.000', ("moments".taken_at + INTERVAL CAST(ELT(INTERVAL(TIMESTAMPDIFF(SECOND, TIMESTAMP '1800-01-01 00:00:00.000', "moments".taken_at), 1719425192, 2208967600, 3344956730, 4473081000, 4492603800, 4502025000, 4600517400) + 1, 21208, 21200, 19270, 19800, 23400, 19800, 23400, 19800) AS SIGNED) SECOND)) DIV 86400 * 86400) SECOND AS "moments__at_eastern_dawn",
    SUM("moments".weight) AS "moments__weight"
  FROM moments AS "moments"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."moments__at_eastern_dawn" IS NULL, "rows_of_query"."moments__at_eastern_dawn" ASC
LIMIT 10000

-- months that end on several days: cases/granularities/month-ends-are-clipped/utc.yml
SELECT
  "rows_of_query"."moments__at_month_end" AS "moments__at_month_end",
  "rows_of_query"."moments__weight" AS "moments__weight"
FROM (
  SELECT
    CASE WHEN (TIMESTAMP '2024-01-31 00:00:00.000' + INTERVAL (((FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-31 00:00:00.000', "moments".taken_at) / CAST(2629746 AS DOUBLE)) + 1) * 1)) MONTH) <= "moments".taken_at THEN TIMESTAMP '2024-01-31 00:00:00.000' + INTERVAL (((FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-31 00:00:00.000', "moments".taken_at) / CAST(2629746 AS DOUBLE)) + 1) * 1)) MONTH WHEN (TIMESTAMP '2024-01-31 00:00:00.000' + INTERVAL ((FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-31 00:00:00.000', "moments".taken_at) / CAST(2629746 AS DOUBLE)) * 1)) MONTH) <= "moments".taken_at THEN TIMESTAMP '2024-01-31 00:00:00.000' + INTERVAL ((FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-31 00:00:00.000', "moments".taken_at) / CAST(2629746 AS DOUBLE)) * 1)) MONTH ELSE TIMESTAMP '2024-01-31 00:00:00.000' + INTERVAL (((FLOOR(TIMESTAMPDIFF(SECOND, TIMESTAMP '2024-01-31 00:00:00.000', "moments".taken_at) / CAST(2629746 AS DOUBLE)) + -1) * 1)) MONTH END AS "moments__at_month_end",
    SUM("moments".weight) AS "moments__weight"
  FROM moments AS "moments"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."moments__at_month_end" IS NULL, "rows_of_query"."moments__at_month_end" ASC
LIMIT 10000

-- times kept as texts: cases/models-of-others/times-kept-as-texts/by-day.yml
SELECT
  "rows_of_query"."logs__seen_day" AS "logs__seen_day",
  "rows_of_query"."logs__total" AS "logs__total"
FROM (
  SELECT
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(DAY, DATE '0001-01-01', (CAST(TRIM(TRAILING 'Z' FROM "logs".seen) AS DATETIME(6)) + INTERVAL CASE WHEN CAST(TRIM(TRAILING 'Z' FROM "logs".seen) AS DATETIME(6)) >= TIMESTAMP '2038-01-01 00:00:00.000' THEN CASE WHEN (TO_DAYS(CAST(TRIM(TRAILING 'Z' FROM "logs".seen) AS DATETIME(6)) - INTERVAL 21600 SECOND) - MOD(TO_DAYS(CAST(TRIM(TRAILING 'Z' FROM "logs".seen) AS DATETIME(6)) - INTERVAL 21600 SECOND) + 6, 7)) >= TO_DAYS(CONCAT(YEAR(CAST(TRIM(TRAILING 'Z' FROM "logs".seen) AS DATETIME(6))), '-11-01')) THEN -18000 WHEN (TO_DAYS(CAST(TRIM(TRAILING 'Z' FROM "logs".seen) AS DATETIME(6)) - INTERVAL 25200 SECOND) - MOD(TO_DAYS(CAST(TRIM(TRAILING 'Z' FROM "logs".seen) AS DATETIME(6)) - INTERVAL 25200 SECOND) + 6, 7)) >= TO_DAYS(CONCAT(YEAR(CAST(TRIM(TRAILING 'Z' FROM "logs".seen) AS DATETIME(6))), '-03-08')) THEN -14400 ELSE -18000 END ELSE CAST(ELT(INTERVAL(TIMESTAMPDIFF(SECOND, TIMESTAMP '1800-01-01 00:00:00.000', CAST(TRIM(TRAILING 'Z' FROM "logs".seen) AS DATETIME(6))), 2647011600, 3731382000, 3749522400, 3762831600, 3780972000, 3794281200, 3813026400, 3828150000, 3841452000, 3860204400, 3872901600, 3891654000, 3904956000, 3923103600, 3936405600, 3954553200, 3967855200, 3986002800, 3999304800, 4017452400, 4030754400, 4049506800, 4062808800, 4080956400, 4094258400, 4112406000, 4125708000, 4143855600, 4157157600, 4175305200, 4188607200, 4207359600, 4220056800, 4238809200, 4252111200, 4270258800, 4283560800, 4301708400, 4315010400, 4333158000, 4346460000, 4364607600, 4377909600, 4396662000, 4409359200, 4428111600, 4441413600, 4459561200, 4472863200, 4484444400, 4599266400, 4617414000, 4630716000, 4648863600, 4662165600, 4680313200, 4693615200, 4711762800, 4725064800, 4743817200, 4756514400, 4775266800, 4788568800, 4806716400, 4820018400, 4838166000, 4851468000, 4869615600, 4882917600, 4901065200, 4917391200, 4933119600, 4948840800, 4964569200, 4980290400, 4996018800, 5011740000, 5027468400, 5043189600, 5058918000, 5075244000, 5090972400, 5106693600, 5122422000, 5138143200, 5153871600, 5169592800, 5185321200, 5201042400, 5216770800, 5233096800, 5248220400, 5264546400, 5280274800, 5295996000, 5311724400, 5327445600, 5343174000, 5358895200, 5374623600, 5390344800, 5406073200, 5422399200, 5438127600, 5453848800, 5469577200, 5485298400, 5491350000, 5516748000, 5527033200, 5548197600, 5563926000, 5580252000, 5595375600, 5611701600, 5627430000, 5643151200, 5658879600, 5674600800, 5690329200, 5706050400, 5721778800, 5737500000, 5753228400, 5769554400, 5784678000, 5801004000, 5816732400, 5832453600, 5848182000, 5863903200, 5879631600, 5895352800, 5909266800, 5926802400, 5940716400, 5958856800, 5972166000, 5990306400, 6003615600, 6021756000, 6035670000, 6053205600, 6067119600, 6084655200, 6098569200, 6116709600, 6130018800, 6148159200, 6161468400, 6179608800, 6193522800, 6211058400, 6224972400, 6242508000, 6256422000, 6273957600, 6287871600, 6306012000, 6319321200, 6337461600, 6350770800, 6368911200, 6382825200, 6400360800, 6414274800, 6431810400, 6445724400, 6463864800, 6477174000, 6495314400, 6508623600, 6526764000, 6538258800, 6558818400, 6569708400, 6590268000, 6601158000, 6621717600, 6633212400, 6653772000, 6664662000, 6685221600, 6696111600, 6716671200, 6727561200, 6748120800, 6759010800, 6779570400, 6790460400, 6811020000, 6822514800, 6843074400, 6853964400, 6874524000, 6885414000, 6905973600, 6916863600, 6937423200, 6948313200, 6968872800, 6980367600, 7000927200, 7011817200, 7032376800, 7043266800, 7063826400, 7074716400, 7095276000, 7106166000, 7126725600, 7137615600, 7158175200, 7169670000, 7190229600, 7201119600, 7221679200, 7232569200, 7253128800, 7264018800, 7284578400, 7295468400, 7316028000, 7327522800, 7348082400, 7358972400, 7379532000, 7390422000, 7410981600, 7421871600, 7442431200, 7453321200, 7473880800, 7484770800, 7505330400) + 1, -17762, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000, -14400, -18000) AS SIGNED) END SECOND)) DAY) AS "logs__seen_day",
    SUM("logs".n) AS "logs__total"
  FROM (
    SELECT 1 AS id, '2024-01-05' AS seen, 1 AS n UNION ALL SELECT 2, '2024-01-05T10:00:00', 2 UNION ALL SELECT 3, '2024-02-01 03:30:00.5', 4 UNION ALL SELECT 4, '2024-02-01T05:00:00Z', 8 UNION ALL SELECT 5, NULL, 16
  ) AS "logs"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "rows_of_query"."logs__seen_day" IS NULL, "rows_of_query"."logs__seen_day" ASC
LIMIT 10000

-- years of a calendar table: cases/contract/calendar-cubes/a-name-of-its-own.yml
SELECT
  "rows_of_query"."dates__day_retail_year" AS "dates__day_retail_year",
  "rows_of_query"."dates__day_year" AS "dates__day_year",
  "rows_of_query"."sales__total" AS "sales__total"
FROM (
  SELECT
    CAST("dates".retail_year AS DATETIME(6)) AS "dates__day_retail_year",
    (DATE '0001-01-01' + INTERVAL TIMESTAMPDIFF(YEAR, DATE '0001-01-01', "dates".day) YEAR) AS "dates__day_year",
    SUM("sales".amount) AS "sales__total"
  FROM sales AS "sales"
  LEFT JOIN (
    SELECT DATE '2023-12-31' AS day, DATE '2023-12-03' AS retail_month, DATE '2023-01-29' AS retail_year UNION ALL SELECT DATE '2024-01-01', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-02', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-04', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-08', DATE '2023-12-31', DATE '2023-12-31' UNION ALL SELECT DATE '2024-01-09', DATE '2024-01-08', DATE '2023-12-31'
  ) AS "dates"
    ON CAST("sales".day AS DATE) = "dates".day
  GROUP BY 1, 2
) AS "rows_of_query"
ORDER BY "rows_of_query"."dates__day_retail_year" IS NULL, "rows_of_query"."dates__day_retail_year" ASC, "rows_of_query"."dates__day_year" IS NULL, "rows_of_query"."dates__day_year" ASC
LIMIT 10000
