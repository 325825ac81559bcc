-- sum: cases/joins/the-base-of-an-extended-cube-stays-as-it-is.yml
SELECT
  plus(sum("customers".credit), throwIf(ifNull((position(toTypeName(sum("customers".credit)), 'Float') = 0) AND (sum("customers".credit) <> sum("customers".credit * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "customers__credit"
FROM customers AS "customers"
LIMIT 10000

-- count: cases/joins/a-calculation-starts-at-its-own-cube.yml
SELECT
  COUNT("orders".id + 0) AS "customers__orders_of_customers"
FROM customers AS "customers"
LEFT JOIN orders AS "orders"
  ON "customers".id = "orders".customer_id
LIMIT 10000

-- every kind: cases/measures/every-kind-over-all-rows.yml
SELECT
  COUNT(*) AS "orders__count",
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total",
  CAST(sum("orders".amount * toDecimal256(1, 0)) AS Float64) / NULLIF(COUNT("orders".amount), 0) AS "orders__average",
  MIN("orders".amount) AS "orders__smallest",
  coalesce(anyIf("orders".amount, "orders".amount <> "orders".amount), max("orders".amount)) AS "orders__largest",
  ifNull(COUNT(DISTINCT ("orders".customer_id + 0)), 0) AS "orders__buyers"
FROM orders AS "orders"
LIMIT 10000

-- least and greatest text: cases/measures/least-and-greatest-text.yml
SELECT
  MIN(CAST("scores".player AS String)) AS "scores__first_player",
  MAX(CAST("scores".player AS String)) AS "scores__last_player"
FROM scores AS "scores"
LIMIT 10000

-- least and greatest time: cases/measures/first-and-last-times-beside-others.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."items__qty" AS "items__qty",
  "rows_of_query"."orders__first" AS "orders__first",
  "rows_of_query"."orders__last" AS "orders__last",
  "rows_of_query"."orders__last_status" AS "orders__last_status"
FROM (
  SELECT
    "parts"."orders__status" AS "orders__status",
    MAX("parts"."items__qty") AS "items__qty",
    MAX("parts"."orders__first") AS "orders__first",
    MAX("parts"."orders__last") AS "orders__last",
    MAX("parts"."orders__last_status") AS "orders__last_status"
  FROM (
    SELECT
      CAST("orders".status AS String) AS "orders__status",
      plus(sum("items".qty), throwIf(ifNull((position(toTypeName(sum("items".qty)), 'Float') = 0) AND (sum("items".qty) <> sum("items".qty * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "items__qty",
      NULL AS "orders__first",
      NULL AS "orders__last",
      NULL AS "orders__last_status"
    FROM orders AS "orders"
    LEFT JOIN items AS "items"
      ON "orders".id = "items".order_id
    GROUP BY 1
    UNION ALL
    SELECT
      CAST("orders".status AS String) AS "orders__status",
      NULL AS "items__qty",
      MIN("orders".created_at) AS "orders__first",
      MAX("orders".created_at) AS "orders__last",
      MAX(CAST("orders".status AS String)) AS "orders__last_status"
    FROM orders AS "orders"
    GROUP BY 1
  ) AS "parts"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."orders__status" AS String) ASC NULLS LAST
LIMIT 10000

-- average: cases/join-hints/a-hint-multiplies-no-measure.yml
SELECT
  plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total",
  COUNT(*) AS "orders__count",
  CAST(sum("orders".amount * toDecimal256(1, 0)) AS Float64) / NULLIF(COUNT("orders".amount), 0) AS "orders__average"
FROM orders AS "orders"
LIMIT 10000

-- distinct values: cases/policies/rules/a-view-grants-what-the-cube-does-not.yml
SELECT
  ifNull(COUNT(DISTINCT CAST("customers".city AS String)), 0) AS "people__cities"
FROM customers AS "customers"
WHERE ((("customers".credit + 0) > CAST({p1:Nullable(String)} AS Int64)) OR if(position(toTypeName(("customers".credit + 0)), 'Float') > 0, ("customers".credit + 0) <> ("customers".credit + 0), 0))
  AND ((("customers".credit + 0) > CAST({p2:Nullable(String)} AS Int64)) OR if(position(toTypeName(("customers".credit + 0)), 'Float') > 0, ("customers".credit + 0) <> ("customers".credit + 0), 0))
LIMIT 10000
-- 1: "60"
-- 2: "90"

-- distinct values, estimated: cases/measures/approximate-distinct-count.yml
SELECT
  "rows_of_query"."orders__status" AS "orders__status",
  "rows_of_query"."orders__buyers_approx" AS "orders__buyers_approx"
FROM (
  SELECT
    CAST("orders".status AS String) AS "orders__status",
    arrayMap(pairs -> CAST(round(4096 * CASE WHEN pairs < 3.5 THEN pairs * exp(pairs * (0.166670449 + pairs * (0.0177709529 + pairs * (0.00265084024 + pairs * (-0.000113541247 + pairs * (0.000254774499 - pairs * 0.000048390934)))))) ELSE 0.794023616 * pow(2, pairs) END) AS BIGINT), [ifNull(COUNT(DISTINCT bitShiftRight(reinterpretAsUInt64(CAST(bitShiftRight(xxHash64(CAST(CAST(("orders".customer_id + 0), replaceRegexpAll(toTypeName("orders".customer_id + 0), '(DateTime[(]|DateTime64[(][0-9], )[^)]*', '\\1''UTC''')) AS String)), 11) AS Float64)), 40)), 0) / 4096])[1] AS "orders__buyers_approx"
  FROM orders AS "orders"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY "orders__buyers_approx" DESC NULLS LAST, CAST("rows_of_query"."orders__status" AS String) ASC NULLS LAST
LIMIT 10000

-- of multiplied rows: cases/fan-out/every-kind-of-measure-of-a-multiplied-cube.yml
SELECT
  "rows_of_query"."items__product" AS "items__product",
  "rows_of_query"."orders__count" AS "orders__count",
  "rows_of_query"."orders__with_amount" AS "orders__with_amount",
  "rows_of_query"."orders__total" AS "orders__total",
  "rows_of_query"."orders__average" AS "orders__average",
  "rows_of_query"."orders__smallest" AS "orders__smallest",
  "rows_of_query"."orders__largest" AS "orders__largest",
  "rows_of_query"."orders__buyers" AS "orders__buyers",
  "rows_of_query"."orders__latest" AS "orders__latest",
  "rows_of_query"."orders__any_big" AS "orders__any_big",
  "rows_of_query"."orders__statuses" AS "orders__statuses"
FROM (
  SELECT
    "parts"."items__product" AS "items__product",
    MAX("parts"."orders__count") AS "orders__count",
    MAX("parts"."orders__with_amount") AS "orders__with_amount",
    MAX("parts"."orders__total") AS "orders__total",
    MAX("parts"."orders__average") AS "orders__average",
    MAX("parts"."orders__smallest") AS "orders__smallest",
    MAX("parts"."orders__largest") AS "orders__largest",
    MAX("parts"."orders__buyers") AS "orders__buyers",
    MAX("parts"."orders__latest") AS "orders__latest",
    MAX("parts"."orders__any_big") AS "orders__any_big",
    MAX("parts"."orders__statuses") AS "orders__statuses"
  FROM (
    SELECT
      CAST("items".product AS String) AS "items__product",
      ifNull(uniqExactIf("orders".id + 0, (("orders".id + 0) IS NOT NULL)), 0) AS "orders__count",
      ifNull(uniqExactIf("orders".id + 0, (("orders".id + 0) IS NOT NULL) AND ("orders".amount IS NOT NULL)), 0) AS "orders__with_amount",
      MIN("orders".amount) AS "orders__smallest",
      coalesce(anyIf("orders".amount, "orders".amount <> "orders".amount), max("orders".amount)) AS "orders__largest",
      ifNull(COUNT(DISTINCT ("orders".customer_id + 0)), 0) AS "orders__buyers",
      NULL AS "orders__total",
      NULL AS "orders__average",
      NULL AS "orders__latest",
      NULL AS "orders__any_big",
      NULL AS "orders__statuses"
    FROM orders AS "orders"
    LEFT JOIN items AS "items"
      ON "orders".id = "items".order_id
    GROUP BY 1
    UNION ALL
    SELECT
      "keys"."items__product" AS "items__product",
      NULL AS "orders__count",
      NULL AS "orders__with_amount",
      NULL AS "orders__smallest",
      NULL AS "orders__largest",
      NULL AS "orders__buyers",
      plus(sum("orders".amount), throwIf(ifNull((position(toTypeName(sum("orders".amount)), 'Float') = 0) AND (sum("orders".amount) <> sum("orders".amount * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__total",
      CAST(sum("orders".amount * toDecimal256(1, 0)) AS Float64) / NULLIF(COUNT("orders".amount), 0) AS "orders__average",
      MAX("orders".created_at) AS "orders__latest",
      MAX("orders".amount) > 50 AS "orders__any_big",
      arrayStringConcat(arraySort(groupUniqArray("orders".status)), ',') AS "orders__statuses"
    FROM (
      SELECT
        CAST("items".product AS String) AS "items__product",
        "orders".id + 0 AS "orders__id"
      FROM orders AS "orders"
      LEFT JOIN items AS "items"
        ON "orders".id = "items".order_id
      GROUP BY 1, 2
    ) AS "keys"
    LEFT JOIN orders AS "orders"
      ON "keys"."orders__id" = ("orders".id + 0)
    GROUP BY 1
  ) AS "parts"
  GROUP BY 1
) AS "rows_of_query"
ORDER BY CAST("rows_of_query"."items__product" AS String) ASC NULLS LAST
LIMIT 10000

-- filtered: cases/measures/a-filter-on-columns-of-a-joined-cube/alone.yml
SELECT
  plus(sum(CASE WHEN "orders".created_at < '2024-02-01' THEN "items".qty END), throwIf(ifNull((position(toTypeName(sum(CASE WHEN "orders".created_at < '2024-02-01' THEN "items".qty END)), 'Float') = 0) AND (sum(CASE WHEN "orders".created_at < '2024-02-01' THEN "items".qty END) <> sum(CASE WHEN "orders".created_at < '2024-02-01' THEN "items".qty END * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "items__qty_early"
FROM items AS "items"
LEFT JOIN orders AS "orders"
  ON "items".order_id = "orders".id
LIMIT 10000

-- average of what each row of a parent has: cases/sub-queries/sums-and-averages-of-child-sums.yml
SELECT
  CAST(sum("totals"."items__qty" * toDecimal256(1, 0)) AS Float64) / NULLIF(COUNT("totals"."items__qty"), 0) AS "orders__avg_qty",
  plus(sum("totals"."items__qty"), throwIf(ifNull((position(toTypeName(sum("totals"."items__qty")), 'Float') = 0) AND (sum("totals"."items__qty") <> sum("totals"."items__qty" * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "orders__sum_qty"
FROM orders AS "orders"
LEFT JOIN (
  SELECT
    "orders".id + 0 AS "orders__id",
    plus(sum("items".qty), throwIf(ifNull((position(toTypeName(sum("items".qty)), 'Float') = 0) AND (sum("items".qty) <> sum("items".qty * toDecimal256(1, 0))), 0), 'a sum does not fit its type')) AS "items__qty"
  FROM orders AS "orders"
  LEFT JOIN items AS "items"
    ON "orders".id = "items".order_id
  GROUP BY 1
) AS "totals"
  ON "totals"."orders__id" = ("orders".id + 0)
LIMIT 10000
