-- Names are granted over the rows of either policy, cities over those of one.
SELECT name, city FROM customers WHERE region = 'EU' ORDER BY name
