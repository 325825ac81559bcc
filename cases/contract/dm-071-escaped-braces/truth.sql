VALUES ('{x}', 7)
