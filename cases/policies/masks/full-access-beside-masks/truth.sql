SELECT name, CASE WHEN region = 'US' OR credit > 90 THEN credit ELSE -1 END FROM customers ORDER BY name
