CREATE TABLE categories AS
SELECT row_number() OVER () AS id, name, department
FROM (VALUES
  ('Coffee', 'Food & Drink'), ('Tea', 'Food & Drink'), ('Chocolate', 'Food & Drink'),
  ('Cups', 'Kitchen'), ('Cookware', 'Kitchen'), ('Kitchen Linen', 'Kitchen'),
  ('Notebooks', 'Stationery'), ('Pens', 'Stationery'), ('Cards', 'Stationery'),
  ('Lamps', 'Home'), ('Candles', 'Home'), ('Blankets', 'Home'), ('Baskets', 'Home'),
  ('Bags', 'Wear'), ('Scarves', 'Wear'), ('Socks', 'Wear')
) AS category(name, department);

CREATE TABLE products AS
WITH shelf AS (
  SELECT
    number + 1 AS id,
    1 + number % 16 AS category_id,
    pick(['Coffee Beans', 'Green Tea', 'Dark Chocolate', 'Cup', 'Pan', 'Tea Towel', 'Notebook', 'Fountain Pen', 'Card Set',
          'Table Lamp', 'Candle', 'Blanket', 'Basket', 'Tote Bag', 'Scarf', 'Socks'], ((number % 16) + 0.5) / 16) AS noun,
    [14.0, 11.0, 5.5, 16.0, 48.0, 12.0, 13.0, 34.0, 9.0, 78.0, 18.0, 64.0, 32.0, 42.0, 38.0, 10.0][1 + number % 16] AS usual_price
  FROM range(1200) AS numbers(number)
)
SELECT
  id,
  'SKU-' || lpad(id::VARCHAR, 5, '0') AS sku,
  pick(['Alder', 'Birch', 'Cedar', 'Dune', 'Ember', 'Fjord', 'Grove', 'Harbour', 'Iris', 'Juniper', 'Lumen', 'Meadow',
        'North', 'Olive', 'Pebble', 'Quill', 'Rowan', 'Slate', 'Terra', 'Willow'], chance(id, 20))
    || ' ' || noun || ' No. ' || (1 + id // 16) AS name,
  category_id,
  CASE WHEN chance(id, 21) < 0.08 THEN NULL
       ELSE pick(['Atelier Nord', 'Casa Verde', 'Fab & Sons', 'Kobo', 'Maré', 'Oak''s Own', 'Studio Lind'], chance(id, 22)) END AS brand,
  (round(usual_price * (0.6 + 1.1 * chance(id, 23)) * 2) / 2 - 0.05)::DECIMAL(10, 2) AS list_price,
  round(usual_price * (0.6 + 1.1 * chance(id, 23)) * (0.35 + 0.2 * chance(id, 24)), 2)::DECIMAL(10, 2) AS unit_cost,
  CASE WHEN chance(id, 25) < 0.05 THEN NULL ELSE (40 + floor(2400 * pow(chance(id, 26), 3)))::INTEGER END AS weight_grams,
  (getvariable('first_day') - (30 + floor(1500 * chance(id, 27)))::INTEGER)::DATE AS launched_on
FROM shelf
ORDER BY id;

CREATE TABLE tags AS
SELECT row_number() OVER () AS id, name
FROM (VALUES ('organic'), ('handmade'), ('gift'), ('bestseller'), ('vegan'), ('recycled'), ('limited'), ('fair trade'),
             ('travel'), ('office'), ('children'), ('winter'), ('summer'), ('award winner'), ('collaboration')) AS tag(name);

-- Some products have no tag, and one tag has no product.
CREATE TABLE product_tags AS
SELECT products.id AS product_id, tags.id AS tag_id
FROM products, tags
WHERE tags.name <> 'collaboration' AND chance(products.id * 100 + tags.id, 28) < 0.32 * chance(tags.id, 29) + 0.04
ORDER BY product_id, tag_id;
