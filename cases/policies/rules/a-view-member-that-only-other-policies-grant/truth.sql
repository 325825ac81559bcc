-- Neither policy of the cube grants it: the rows are those of all that apply.
SELECT COUNT(DISTINCT city) FROM customers WHERE (region = 'EU' OR credit > 90) AND credit > 60
