SELECT id FROM moments WHERE taken_at >= '2024-11-03 04:00' AND taken_at < '2024-11-04 05:00' ORDER BY 1
