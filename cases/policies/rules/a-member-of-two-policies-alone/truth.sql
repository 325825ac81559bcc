SELECT name FROM customers WHERE region = 'EU' UNION SELECT name FROM customers WHERE credit > 90 ORDER BY name
