SELECT count(*) - 1 FROM visits
