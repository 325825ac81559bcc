SELECT name, region, CASE region WHEN 'US' THEN credit END FROM customers ORDER BY name
