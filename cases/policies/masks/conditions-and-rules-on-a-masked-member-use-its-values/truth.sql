SELECT name, -1, NULL FROM customers WHERE credit >= 200 ORDER BY name
