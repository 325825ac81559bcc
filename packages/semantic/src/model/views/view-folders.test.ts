import { expect, it } from 'vitest';
import { compileModel } from '../compile-model.ts';
import { folderSchemaFaults, folderSchemas } from './view-folders.ts';

const folders = (names: readonly string[]) =>
  names
    .map((name) => `      - { name: ${JSON.stringify(name)}, includes: [a, { name: Inner, includes: [b] }] }`)
    .join('\n');
const piecesWith = (...names: readonly string[]) =>
  compileModel([
    {
      path: 'm.yml',
      text: `cubes:
  - { name: c, sql: SELECT 1, dimensions: [{ name: a, sql: a, type: string }, { name: b, sql: b, type: string }] }
views:
  - name: v
    cubes: [{ join_path: c, includes: '*' }]
    folders:
${folders(names)}
`,
    },
  ]).build.pieces;

it.each([
  [undefined, [['Outer', ['v.a', 'v.b']]]],
  [
    ' / ',
    [
      ['Outer', ['v.a']],
      ['Outer / Inner', ['v.b']],
    ],
  ],
])('lists members of inner folders with the delimiter %s as metadata does', (delimiter, expected) => {
  const schemas = folderSchemas(piecesWith('Outer'), { delimiter });
  expect([...schemas].map(([name, views]) => [name, [...(views.get('v') ?? [])]])).toEqual(expected);
});

const accents = 'é'.repeat(31);

it('names the folders that cannot be schemas, and makes none of them', () => {
  const pieces = piecesWith(
    'PUBLIC',
    'Information_Schema',
    'pg_x',
    `${accents}xx`,
    'a\u0001b',
    'pg',
    `${accents}x`,
    'a."b',
  );
  const faults = folderSchemaFaults(pieces, {});
  expect(faults.map((fault) => /folder '(.*?)' of view 'v'/s.exec(fault)?.[1])).toEqual([
    'PUBLIC',
    'Information_Schema',
    'pg_x',
    `${accents}xx`,
    'a\u0001b',
  ]);
  expect([...folderSchemas(pieces, {}).keys()]).toEqual(['pg', `${accents}x`, 'a."b']);
});
