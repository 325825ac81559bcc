SELECT c || '-' || s AS both_again FROM (VALUES ('usd'), ('eur'), ('gbp')) AS a (c), (VALUES ('a'), ('b')) AS b (s) ORDER BY 1 DESC
