-- Orders only lead from the items to the customers: those that are open count as well.
SELECT 'US', SUM(qty) FROM items, orders, customers WHERE order_id = orders.id AND customer_id = customers.id AND region = 'US'
