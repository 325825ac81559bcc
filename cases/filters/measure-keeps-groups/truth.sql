SELECT 'done', 140
