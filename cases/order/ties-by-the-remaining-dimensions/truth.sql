SELECT team, player, 1 FROM scores ORDER BY team NULLS LAST, player NULLS LAST
