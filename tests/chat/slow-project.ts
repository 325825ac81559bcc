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
    dimensions: [{ name: id, sql: id, type: number, primary_key: true }]
    measures: [{ name: count, type: count }]
`,
  });
}
