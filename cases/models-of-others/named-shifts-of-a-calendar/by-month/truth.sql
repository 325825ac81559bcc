WITH months AS (SELECT EXTRACT(year FROM day) * 12 + EXTRACT(month FROM day) AS number, SUM(amount) AS total FROM sales GROUP BY 1),
shown AS (SELECT number FROM months UNION SELECT number + 1 FROM months)
SELECT make_timestamp(CAST((number - 1) // 12 AS BIGINT), CAST((number - 1) % 12 + 1 AS BIGINT), 1, 0, 0, 0) AS month,
  (SELECT total FROM months WHERE months.number = shown.number),
  (SELECT total FROM months WHERE months.number = shown.number - 1)
FROM shown ORDER BY 1
