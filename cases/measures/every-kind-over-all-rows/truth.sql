SELECT count(*), sum(amount), sum(amount) / count(amount)::DOUBLE, list_min(list(amount)), list_max(list(amount)), len(list_distinct(list(customer_id)))
FROM orders
