SELECT 'never'
