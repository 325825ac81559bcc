SELECT day, (SELECT SUM(amount) FROM sales WHERE sales.day > days.day - INTERVAL 3 DAY AND sales.day <= days.day)
FROM (SELECT unnest(generate_series(TIMESTAMP '2023-12-31', TIMESTAMP '2024-02-01', INTERVAL 1 DAY)) AS day) AS days ORDER BY 1
