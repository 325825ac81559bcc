-- Inside, each region is a row: the one that is shown adds up.
SELECT 250
