import { expect, it } from 'vitest';
import { renderFiles } from '../../template/render-files.ts';
import { definitionLines } from './definition-lines.ts';

const text = `# sales
cubes:
  - name: orders
    sqlTable: orders
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.id = {customers}.id" }
    dimensions:
      - name: "id"
        sql: id
      - { sql: status, name: status }
    measures:
      - name: count

views:
  - name: sales
    cubes: [{ join_path: orders, includes: [count] }]
`;

it('finds the line of each definition', () => {
  expect(Object.fromEntries(definitionLines({ path: 'sales.yml', text }))).toEqual({
    orders: 3,
    'orders -> customers': 6,
    'orders.id': 8,
    'orders.status': 10,
    'orders.count': 12,
    sales: 15,
  });
});

it.each(['', '{% for x in y %}\n- {{ x }}', '[', 'cubes: 5', 'cubes: [5, {name: 7}]'])(
  'accepts any text: %j',
  (strange) => {
    expect(() => definitionLines({ path: 'strange.yml', text: strange })).not.toThrow();
  },
);

it("finds the lines of a template that produced them, and none for output of another file's macro", () => {
  const files = [
    {
      path: 'a.yml',
      text: `{% import 'm.jinja' as m %}
cubes:
  - name: orders_{{ COMPILE_CONTEXT.securityContext.tenant }}
    measures:
      {%- for status in ['done', 'open'] %}
      - name: {{ status }}_count
        type: count
      {%- endfor %}
      - name: total
    dimensions:
      {{ m.key('id') }}
`,
    },
    { path: 'm.jinja', text: '{% macro key(name) %}- {name: {{ name }}, type: number}{% endmacro %}' },
  ];
  const { files: rendered } = renderFiles(files, { variables: new Map(), context: { tenant: 'acme' } });
  expect(Object.fromEntries(rendered.flatMap((file) => [...definitionLines(file)]))).toEqual({
    orders_acme: 3,
    'orders_acme.done_count': 6,
    'orders_acme.open_count': 6,
    'orders_acme.total': 9,
  });
});
