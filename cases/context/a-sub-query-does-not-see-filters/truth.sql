-- Both customers with a done order have all their orders counted.
VALUES (3, 1), (2, 1)
