SELECT 'one past'
