SELECT name, quota, (SELECT sum(rent) FROM depots WHERE country_id = c.id),
  (SELECT sum(fee) FROM parcels WHERE depot_id IN (SELECT id FROM depots WHERE country_id = c.id)),
  (SELECT sum(seconds) FROM scans WHERE parcel_id IN (SELECT id FROM parcels WHERE depot_id IN (SELECT id FROM depots WHERE country_id = c.id)))
FROM countries AS c ORDER BY name
