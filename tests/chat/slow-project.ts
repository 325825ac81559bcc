import { writeProject } from '../guarded-service.ts';

/** A project with a measure that takes seconds. @returns its folder, which the caller removes */
export function writeSlowProject(): Promise<string> {
  return writeProject({
    model: `
cubes:
  - name: numbers
    sql: SELECT range AS id FROM range(2000000000)
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: hash, title: Slow hash, sql: "hash(id) % 7", type: sum }]
  - name: orders
    sql: SELECT 1 AS id UNION ALL SELECT 2
    joins:
      - { name: stores, sql: "{CUBE}.id = {stores.id}", relationship: many_to_one }
      - { name: customers, sql: "{CUBE}.id = {customers.id}", relationship: many_to_one }
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }]
  - name: stores
    sql: SELECT 1 AS id, 'Oslo' AS city
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
  - name: customers
    sql: SELECT 1 AS id, 'Rome' AS city
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
views:
  - name: sales
    cubes:
      - { join_path: orders, includes: [count] }
      - { join_path: orders.stores, prefix: true, includes: [city] }
      - { join_path: orders.customers, prefix: true, includes: [city] }
`,
  });
}
