-- Without the switch the query starts at the customers: the order of nobody is not in the total, nor beside the switch.
SELECT cur, (SELECT sum(amount) FROM orders WHERE customer_id IN (SELECT id FROM customers))
FROM (VALUES ('eur'), ('usd')) AS switch (cur) ORDER BY cur
