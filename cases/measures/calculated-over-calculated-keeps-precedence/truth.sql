SELECT ((SELECT sum(amount) FROM orders) - (SELECT count(*) FROM orders)) * 2
