-- Chance comes from hashes of keys, so that the same day always gives the same rows.
CREATE TEMP MACRO chance(key, salt) AS (hash(key, salt) % 1000003) / 1000003.0;
CREATE TEMP MACRO pick(items, share) AS items[1 + floor(share * len(items))::INTEGER];

-- Three years that end yesterday; `weight` is how busy a day is.
CREATE TEMP TABLE days AS
SELECT
  day::DATE AS day,
  (1 + 0.2 * (day::DATE - getvariable('first_day')) / 365.0)
    * [0.82, 0.80, 0.92, 0.97, 1.00, 1.02, 0.90, 0.86, 1.00, 1.08, 1.38, 1.62][month(day)]
    * [0.88, 0.86, 0.92, 1.00, 1.18, 1.32, 0.94][isodow(day)]
    * (0.92 + 0.16 * chance(epoch_ms(day), 1))
    * CASE WHEN month(day) = 11 AND isodow(day) = 5 AND day(day) BETWEEN 23 AND 29 THEN 2.4 ELSE 1 END
    * CASE WHEN month(day) = 12 AND day(day) IN (25, 26) THEN 0.25 ELSE 1 END AS weight
FROM range(getvariable('first_day')::TIMESTAMP, getvariable('today')::TIMESTAMP, INTERVAL 1 DAY) AS calendar(day);

CREATE TEMP TABLE places AS
SELECT * FROM (VALUES
  ('Lisbon', 'Portugal', 'Iberia', 9), ('Porto', 'Portugal', 'Iberia', 5), ('Braga', 'Portugal', 'Iberia', 2),
  ('Madrid', 'Spain', 'Iberia', 10), ('Barcelona', 'Spain', 'Iberia', 8), ('Valencia', 'Spain', 'Iberia', 4),
  ('Paris', 'France', 'Western Europe', 11), ('Lyon', 'France', 'Western Europe', 5), ('Nantes', 'France', 'Western Europe', 3),
  ('Brussels', 'Belgium', 'Western Europe', 4), ('Amsterdam', 'Netherlands', 'Western Europe', 6),
  ('Berlin', 'Germany', 'Central Europe', 9), ('Hamburg', 'Germany', 'Central Europe', 6), ('Munich', 'Germany', 'Central Europe', 6),
  ('Vienna', 'Austria', 'Central Europe', 4), ('Zurich', 'Switzerland', 'Central Europe', 3), ('Prague', 'Czechia', 'Central Europe', 3),
  ('Milan', 'Italy', 'Southern Europe', 6), ('Rome', 'Italy', 'Southern Europe', 5), ('Athens', 'Greece', 'Southern Europe', 2),
  ('Copenhagen', 'Denmark', 'Nordics', 3), ('Stockholm', 'Sweden', 'Nordics', 4), ('Oslo', 'Norway', 'Nordics', 2),
  ('Dublin', 'Ireland', 'Western Europe', 3)
) AS place(city, country, region, weight);

CREATE TEMP TABLE place_lottery AS
SELECT city, country, region, row_number() OVER (ORDER BY city, ticket) - 1 AS ticket
FROM places, range(weight) AS tickets(ticket);
