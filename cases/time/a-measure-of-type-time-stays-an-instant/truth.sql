SELECT max(taken_at) FROM moments
