SELECT name FROM customers WHERE name = 'Ana' OR ((city <> 'Lisbon' OR city IS NULL) AND credit <= 200) ORDER BY name
