SELECT id FROM visits WHERE taken_at >= '2024-05-14 10:00' AND taken_at < '2024-05-15 10:00' ORDER BY id
