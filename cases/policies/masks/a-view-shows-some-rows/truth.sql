SELECT name, CASE name WHEN 'Cai' THEN region END, CASE region WHEN 'US' THEN credit ELSE -1 END FROM customers ORDER BY name
