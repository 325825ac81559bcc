SELECT '', 0, 0 WHERE false
