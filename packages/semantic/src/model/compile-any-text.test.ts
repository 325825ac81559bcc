import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileModel } from './compile-model.ts';
import { shop } from './model-fixture.ts';

const words = [
  ...[
    '\t',
    '\n',
    '\r',
    '\0',
    '\ufeff',
    '\u2028',
    '\ud800',
    '  ',
    '\n    ',
    '- ',
    ': ',
    '#',
    '|',
    '&a ',
    '*a',
    '<<: *a',
    '!!js ',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '\\',
    '---\n',
    '...',
    '? ',
    'null',
    'true',
    '1e999',
    '2024-01-01',
    'cubes:',
    'views:',
  ],
  ...[
    '{CUBE}',
    '{CUBE}.',
    '{nothing}',
    '{orders.count}',
    '{{',
    '}}',
    '{a.b.c.d.e}',
    'name: __proto__',
    'extends: orders',
  ],
  ...[
    'access_policy:',
    'group: "*"',
    'conditions:',
    'if: ',
    'member_level:',
    'row_level: {filters: [',
    'values: ',
    '"{ securityContext.x }"',
    '{ groups.includes("a") }',
    'mask: ',
  ],
  ...['sql:', 'joins:', 'measures:', 'dimensions:', 'sub_query: true', 'join_path: orders.orders', 'includes: "*"'],
] as const;

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.json().map((json) => `cubes: ${json}`),
  fc.json().map((json) => `views: [${json}]`),
  fc.json().map((json) => `cubes: [{name: a, sql_table: a, access_policy: [${json}]}]`),
  fc.json().map((json) => `cubes: [{name: a, sql_table: a, access_policy: [{row_level: {filters: [${json}]}}]}]`),
);

it('accepts any text as a model file and never throws; the other files compile', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { build } = compileModel([
        { path: 'shop.yml', text: shop },
        { path: 'strange.yml', text },
      ]);
      expect(build.pieces.map(({ name }) => name)).toContain('orders');
    }),
    { numRuns: 300 },
  );
});
