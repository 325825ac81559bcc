SELECT 'open', 2
