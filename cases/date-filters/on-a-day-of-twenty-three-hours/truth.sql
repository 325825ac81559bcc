SELECT id FROM moments WHERE taken_at >= '2024-03-10 05:00' AND taken_at < '2024-03-11 04:00' ORDER BY 1
