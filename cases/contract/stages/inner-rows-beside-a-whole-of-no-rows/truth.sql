SELECT NULL AS each_buyer, (SELECT sum(amount) FROM orders WHERE status = 'lost') AS whole
