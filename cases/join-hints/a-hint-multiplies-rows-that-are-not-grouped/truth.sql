SELECT name FROM (VALUES ('Ana'), ('Ana'), ('Ana'), ('Ben'), ('Ben'), ('Cai'), ('Dee')) AS t (name) ORDER BY name
