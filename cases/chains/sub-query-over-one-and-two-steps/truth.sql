SELECT name, (SELECT sum(fee) FROM parcels WHERE depot_id = depots.id), (SELECT max(seconds) FROM scans JOIN parcels ON parcels.id = parcel_id WHERE depot_id = depots.id) FROM depots ORDER BY 1
