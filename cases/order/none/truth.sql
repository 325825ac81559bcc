SELECT team, sum(points) FROM scores GROUP BY team
