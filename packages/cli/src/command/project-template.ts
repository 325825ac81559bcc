const settings = `data_sources:
  default:
    type: duckdb
    allow: [data]
    init:
      - CREATE TEMP VIEW orders AS SELECT * FROM 'data/orders.csv'

query:
  timezone: UTC
`;

const orders = `cubes:
  - name: orders
    sql_table: orders

    dimensions:
      - name: id
        sql: id
        type: number
        primary_key: true
      - name: status
        sql: status
        type: string
      - name: created_at
        sql: created_at
        type: time

    measures:
      - name: count
        type: count
      - name: total_amount
        sql: amount
        type: sum
        format: currency
`;

const rows = `id,status,amount,created_at
1,paid,120.50,2026-01-03T09:15:00
2,paid,80.00,2026-01-17T18:40:00
3,refunded,80.00,2026-02-02T11:05:00
4,open,42.90,2026-02-20T08:30:00
`;

const readme = `# A project

- \`orrery.yml\` has the settings and the data sources,
- \`model/\` the cubes and views, in any number of YAML files,
- \`agents/\` what agents are told,
- \`data/\` files the embedded engine may read.

\`\`\`
npx orrery check --project DIR
npx orrery query --project DIR '{"measures":["orders.count"],"dimensions":["orders.status"]}'
npx orrery start --dev --project DIR
\`\`\`

\`DIR\` is this folder; run them where the package \`orrery\` is installed, or in a checkout of Orrery.
An archive has \`./orrery\` in place of \`npx orrery\`; a service and a container have \`orrery\`.
`;

/** Files of a new project by path; the project answers a query without changes. */
export const projectTemplate: ReadonlyMap<string, string> = new Map([
  ['orrery.yml', settings],
  ['model/cubes/orders.yml', orders],
  ['agents/.gitkeep', ''],
  ['data/orders.csv', rows],
  ['README.md', readme],
  ['.gitignore', '.orrery/\n'],
]);
