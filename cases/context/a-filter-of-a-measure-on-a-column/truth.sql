-- The model applies the test to each order as well.
VALUES ('done', 110)
