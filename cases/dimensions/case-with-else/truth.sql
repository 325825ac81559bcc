SELECT s.size, (SELECT count(*) FROM orders WHERE coalesce(amount, 0) >= low AND coalesce(amount, 0) < high)
FROM (VALUES ('small', 0, 20), ('mid', 20, 40), ('big', 40, 1000)) AS s(size, low, high) ORDER BY 1
