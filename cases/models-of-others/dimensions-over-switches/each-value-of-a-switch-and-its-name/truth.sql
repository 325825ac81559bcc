SELECT name, currency, times * total, total
FROM (VALUES ('dollars', 'usd', 1), ('others', 'eur', 2), ('others', 'gbp', 10)) AS currencies (name, currency, times),
  (SELECT SUM(amount) AS total FROM orders) AS sums
ORDER BY 2
