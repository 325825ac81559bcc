WITH told AS (
  SELECT status, amount, SUM(amount) OVER (PARTITION BY status, customer_id) AS bought FROM orders
), marked AS (
  SELECT status, CASE WHEN bought >= 60 THEN 'large!' ELSE 'small!' END AS mark, SUM(amount) AS total
  FROM told GROUP BY 1, 2
)
SELECT status, mark, total,
  (SELECT 1 + COUNT(*) FROM marked m WHERE m.mark = marked.mark AND m.status > marked.status) AS place,
  (SELECT 1 + COUNT(*) FROM marked m WHERE m.mark < marked.mark OR (m.mark = marked.mark AND m.total > marked.total)) AS place_of_mark,
  (SELECT SUM(amount) FROM orders WHERE orders.status = marked.status) AS whole
FROM marked ORDER BY 1, 2
