-- A measure that has no branches is repeated, once for both values of one name; branches are added up.
SELECT status, name, COUNT(*) AS n, SUM(amount * factor) AS converted, 1.0 * SUM(amount * factor) / SUM(amount) AS of_total
FROM orders, (VALUES ('dollars', 1), ('others', 12)) AS t (name, factor)
GROUP BY 1, 2 ORDER BY 1, 2
