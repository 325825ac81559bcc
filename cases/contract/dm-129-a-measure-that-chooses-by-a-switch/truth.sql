VALUES ('usd', 175), ('eur', 87.5)
