VALUES ('eur'), ('usd')
