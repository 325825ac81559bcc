SELECT lang, status, cur, sum(CASE WHEN cur = 'usd' THEN amount ELSE amount * 0.5 END), sum(amount)
FROM orders, (VALUES ('de'), ('en')) AS l (lang), (VALUES ('eur'), ('usd')) AS c (cur)
GROUP BY ALL ORDER BY 1, 2, 3
