SELECT 'Ben', 5, 10
