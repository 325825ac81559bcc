SELECT id, points FROM scores ORDER BY points DESC NULLS LAST, id
