SELECT name || ' ' || CASE region WHEN 'US' THEN credit ELSE -1 END FROM customers ORDER BY 1
