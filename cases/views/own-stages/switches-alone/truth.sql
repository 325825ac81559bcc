VALUES ('de', 'usd'), ('de', 'eur'), ('en', 'usd'), ('en', 'eur')
