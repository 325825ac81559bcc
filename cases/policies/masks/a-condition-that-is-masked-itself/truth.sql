-- What tells the groups is not shown, so none of them tells.
SELECT CASE WHEN credit > 90 THEN credit ELSE -1 END AS shown, NULL FROM customers ORDER BY 1 DESC
