-- Without its filter the inner rows are those of all regions.
SELECT NULL, 2
