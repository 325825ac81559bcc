VALUES ('eur', 87.5)
