SELECT mode || ' ' || name AS mode_and_name, SUM(amount) AS total, SUM(amount * factor) AS converted
FROM orders, (VALUES ('dollars', 1), ('others', 12)) AS t (name, factor), (VALUES ('x'), ('y')) AS m (mode)
WHERE status = 'done' GROUP BY 1 ORDER BY 1
