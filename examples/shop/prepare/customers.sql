CREATE TEMP TABLE newcomers AS
SELECT
  number + 1 AS id,
  -- A fifth was there before the first day; the others came ever faster.
  CASE
    WHEN number < 6000 THEN getvariable('first_day') - (1 + (6000 - number) // 8)::INTEGER
    ELSE getvariable('first_day') + floor(sqrt((number - 6000) / 24000.0) * (getvariable('today') - getvariable('first_day')))::INTEGER
  END AS day
FROM range(30000) AS numbers(number);

CREATE TABLE customers AS
SELECT
  id,
  first_name || ' ' || last_name AS name,
  CASE WHEN chance(id, 32) < 0.06 THEN NULL
       ELSE strip_accents(lower(first_name)) || '.' || strip_accents(lower(regexp_replace(last_name, '[^[:alpha:]]', '', 'g'))) || id || '@example.com' END AS email,
  CASE WHEN chance(id, 33) < 0.04 THEN NULL ELSE city END AS city,
  country,
  region,
  CASE WHEN chance(id, 34) < 0.12 THEN NULL ELSE (1944 + floor(62 * (chance(id, 35) + chance(id, 36)) / 2))::INTEGER END AS birth_year,
  CASE WHEN chance(id, 37) < 0.1 THEN NULL ELSE chance(id, 38) < 0.55 END AS wants_newsletter,
  day::TIMESTAMP + to_seconds(floor(86400 * chance(id, 39))::BIGINT) AS signed_up_at
FROM (
  SELECT
    newcomers.*,
    pick(['Ana', 'Bruno', 'Clara', 'David', 'Elena', 'Finn', 'Greta', 'Hugo', 'Inês', 'Jonas', 'Katrin', 'Luca', 'Marta', 'Nils',
          'Olga', 'Pedro', 'Quentin', 'René', 'Sofia', 'Tomás', 'Ute', 'Vera', 'Wanda', 'Xavier', 'Yara', 'Zoé'], chance(id, 30)) AS first_name,
    pick(['Almeida', 'Bauer', 'Costa', 'D''Angelo', 'Eriksen', 'Ferreira', 'García', 'Hansen', 'Ibarra', 'Jensen', 'Keller', 'Lindqvist',
          'Moreau', 'Novák', 'O''Brien', 'Pereira', 'Rossi', 'Schmidt', 'Torres', 'Ueda', 'van Dijk', 'Weber', 'Young', 'Zimmer'], chance(id, 31)) AS last_name
  FROM newcomers
)
JOIN place_lottery ON ticket = floor(chance(id, 40) * (SELECT count(*) FROM place_lottery))
ORDER BY id;

CREATE TEMP TABLE known_customers AS
SELECT days.day, days.weight, max(newcomers.id) AS known
FROM days
ASOF JOIN (SELECT day, max(id) AS id FROM newcomers GROUP BY day) AS newcomers ON newcomers.day < days.day
GROUP BY days.day, days.weight;
