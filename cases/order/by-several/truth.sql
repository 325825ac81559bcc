SELECT player, team, points FROM scores ORDER BY team DESC NULLS LAST, points NULLS LAST, player NULLS LAST
