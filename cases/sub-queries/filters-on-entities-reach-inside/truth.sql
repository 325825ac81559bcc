WITH sized AS (SELECT depot_id, COUNT(*) AS size FROM parcels GROUP BY depot_id),
kinds AS (
  SELECT size, kind, SUM(fee) AS fee FROM parcels JOIN sized ON sized.depot_id = parcels.depot_id GROUP BY size, kind
)
SELECT size, SUM(fee) FROM kinds WHERE fee > 4 GROUP BY size ORDER BY SUM(fee) DESC
