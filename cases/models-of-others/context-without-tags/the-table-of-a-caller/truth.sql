SELECT count(*) AS n FROM items
