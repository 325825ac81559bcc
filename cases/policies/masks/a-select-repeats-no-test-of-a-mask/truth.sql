SELECT name FROM (VALUES ('Ana'), ('Ben')) AS t (name) ORDER BY 1
