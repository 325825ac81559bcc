SELECT name, NULL FROM customers ORDER BY name
