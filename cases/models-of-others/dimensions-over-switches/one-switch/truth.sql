SELECT * FROM (VALUES ('eur', 175, 350), ('gbp', 175, 1750), ('usd', 175, 175)) AS t (currency, total, converted)
