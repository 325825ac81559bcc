WITH sized AS (SELECT id, amount, if(coalesce(amount, 0) >= 40, 'big', 'small') AS size FROM orders)
SELECT size, id, amount, (SELECT sum(other.amount) FROM sized AS other WHERE other.size = sized.size)
FROM sized ORDER BY id
