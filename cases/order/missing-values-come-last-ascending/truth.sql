SELECT id, points FROM scores ORDER BY points NULLS LAST, id
