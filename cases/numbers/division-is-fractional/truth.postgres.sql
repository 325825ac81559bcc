-- The slash is the author's, and PostgreSQL divides integers as integers: 6 by 5.
SELECT 1
