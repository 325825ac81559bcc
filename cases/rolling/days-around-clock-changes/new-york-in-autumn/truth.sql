WITH local AS (SELECT timezone('America/New_York', timezone('UTC', taken_at)) AS shown, weight FROM moments), days AS (SELECT unnest(generate_series(TIMESTAMP '2024-11-02', TIMESTAMP '2024-11-05', INTERVAL 1 DAY)) AS day)
SELECT day, (SELECT SUM(weight) FROM local WHERE CAST(shown AS DATE) = CAST(day AS DATE)),
  (SELECT SUM(weight) FROM local WHERE CAST(shown AS DATE) BETWEEN CAST(date_trunc('week', day) AS DATE) AND CAST(day AS DATE))
FROM days ORDER BY 1
