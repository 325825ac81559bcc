SELECT CAST(NULL AS VARCHAR), COUNT(*) FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE region = 'US')
