SELECT count(*) FROM visits WHERE taken_at < '2024-05-01' OR taken_at >= '2024-06-01'
