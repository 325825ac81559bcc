SELECT id FROM visits WHERE taken_at >= '2024-05-15 12:00' AND taken_at < '2024-05-16 12:00' ORDER BY id
