SELECT id FROM visits WHERE taken_at >= '2023-11-01' AND taken_at < '2024-05-01' ORDER BY id
