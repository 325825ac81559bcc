-- FILTER_PARAMS alone takes no part of an OR.
SELECT COUNT(*), (SELECT COUNT(*) FROM orders), COUNT(*) FROM orders WHERE status = 'void' OR amount >= 20
