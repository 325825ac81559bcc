SELECT size, count(*)
FROM (SELECT CASE WHEN amount >= 40 THEN 'big' WHEN amount >= 20 THEN 'mid' ELSE 'small' END AS size FROM orders)
WHERE size <> 'mid'
GROUP BY ALL
