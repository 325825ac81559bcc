SELECT id FROM numbers WHERE is_even ORDER BY id
