SELECT day, (SELECT SUM(amount) FROM sales WHERE sales.day = days.day),
  (SELECT SUM(amount) FROM sales WHERE sales.day - INTERVAL 7 DAY = days.day)
FROM (VALUES (TIMESTAMP '2024-01-01'), (TIMESTAMP '2024-01-02')) AS days (day) ORDER BY 1
