CREATE TABLE stores AS
SELECT
  row_number() OVER (ORDER BY weight DESC, city) AS id,
  city || ' ' || pick(['Central', 'Old Town', 'Station', 'Riverside', 'Galleria'], chance(city, 10)) AS name,
  CASE WHEN chance(city, 11) < 0.2 THEN 'outlet' ELSE 'store' END AS channel,
  city,
  country,
  region,
  (180 + 60 * weight + floor(140 * chance(city, 12)))::INTEGER AS floor_area,
  (getvariable('first_day') - (200 + floor(4000 * chance(city, 13)))::INTEGER)::DATE AS opened_on,
  weight::INTEGER AS size
FROM places
UNION ALL
SELECT 100, 'Online Shop', 'online', NULL, NULL, NULL, NULL, (getvariable('first_day') - 2600)::DATE, 0
ORDER BY id;
