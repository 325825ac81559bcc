-- 31 March 22:30 in UTC is April in Kolkata.
VALUES (7)
