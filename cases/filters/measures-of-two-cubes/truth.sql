SELECT 'Ana', 3
