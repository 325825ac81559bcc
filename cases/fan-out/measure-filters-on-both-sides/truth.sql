SELECT 'pen', 3
