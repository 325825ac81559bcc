SELECT make_timestamp(2024, month, 1, 0, 0, 0), SUM(fare), COUNT(*) FROM (
  SELECT CAST(EXTRACT(month FROM planned_on) AS BIGINT) AS month, fare FROM flights WHERE id IN (2, 3, 4)) AS own GROUP BY 1 ORDER BY 1
