WITH local AS (SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown, weight FROM moments), months AS (SELECT unnest([TIMESTAMP '2024-03-01', TIMESTAMP '2024-04-01']) AS month)
SELECT month, (SELECT SUM(weight) FROM local WHERE shown >= date_trunc('week', month) AND shown < month + INTERVAL 1 MONTH) FROM months ORDER BY 1
