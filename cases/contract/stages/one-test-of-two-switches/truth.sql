VALUES ('eur', 'de', 7), ('eur', 'en', 7), ('eur', 'fr', 7), ('usd', 'fr', 7)
