-- Asked without the credit, the query starts at orders: a customer without orders adds no row then, nor beside the credit.
SELECT o.status, (SELECT sum(credit) FROM customers WHERE region = 'EU'), sum(o.amount)
FROM orders o WHERE o.customer_id IN (SELECT id FROM customers WHERE region = 'EU') GROUP BY o.status ORDER BY o.status
