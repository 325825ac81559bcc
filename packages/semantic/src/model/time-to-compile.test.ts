import { expect, it } from 'vitest';
import { compileModel } from './compile-model.ts';

const count = 20_000;

/** Builds `count` lines. */
const lines = (line: (index: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('\n');

const inCube = (body: string) => `cubes:\n  - name: a\n    sql_table: t\n${body}\n`;
const dimensions = lines((i) => `      - { name: d${i}, sql: c${i}, type: string }`);
const wide = inCube(`    dimensions:\n${dimensions}`);
const listed = lines((i) => `          - d${i}`);

// Input whose time would grow with the square of the text could not finish within the time limit of a test.
it.each([
  ['unknown keys at the top', lines((i) => `k${i}: 1`), count],
  ['unknown keys in a cube', inCube(lines((i) => `    k${i}: 1`)), count],
  ['keys that stand twice', lines((i) => `k${i}: 1\nk${i}: 2`), 2 * count],
  [
    'unknown names',
    `${wide}    measures:\n${lines((i) => `      - { name: m${i}, type: sum, sql: "{x${i}}" }`)}`,
    count,
  ],
  ['unknown bases', `cubes:\n${lines((i) => `  - { name: c${i}, extends: x${i} }`)}`, count],
  ['cubes of one name', `cubes:\n${lines(() => '  - { name: c, sql_table: t }')}`, count],
  ['cubes in a file that is broken', `cubes:\n${lines((i) => `  - name: c${i}`)}\nx: ]`, 1],
  ['cubes that are each wrong', `cubes:\n${lines((i) => `  - { name: c${i}, sql_table: t, zz: 1 }`)}`, count],
  [
    'a long line of bases',
    `cubes:\n${lines((i) => `  - { name: c${i}, extends: c${i + 1} }`)}\n  - { name: c${count}, sql_table: t }`,
    1,
  ],
  ['a long circle of bases', `cubes:\n${lines((i) => `  - { name: c${i}, extends: c${(i + 1) % count} }`)}`, 1],
  [
    'a long line of measures',
    inCube(`    measures:\n${lines((i) => `      - { name: m${i}, type: number, sql: "{m${i + 1}}" }`)}`),
    1,
  ],
  ['a wide view', `${wide}views:\n  - name: v\n    cubes:\n      - join_path: a\n        includes:\n${listed}`, 0],
  [
    'unknown members in a view',
    `${wide}views:\n  - name: v\n    cubes:\n      - join_path: a\n        includes:\n${listed.replaceAll('d', 'dx')}`,
    count,
  ],
  [
    'many folders',
    `${wide}views:\n  - name: v\n    cubes: [{ join_path: a, includes: "*" }]\n    folders:\n${lines((i) => `      - { name: f${i}, includes: [d${i}] }`)}`,
    0,
  ],
  [
    'problems of a text that a template gives',
    `cubes:\n{% for i in range(${count}) %}  - { name: c{{ i }}, sql_table: t, zz: 1 }\n{% endfor %}`,
    count,
  ],
])(
  'takes time proportional to the text for %s',
  (_, text, problems) => {
    const { build } = compileModel([{ path: 'model.yml', text }]);
    expect(build.problems).toHaveLength(problems);
  },
  60_000,
);

it('suggests the nearest of many names for the first problems, and none after a time limit', () => {
  const measures = lines((i) => `      - { name: m${i}, type: sum, sql: "{d${i}x}" }`);
  const { problems } = compileModel([{ path: 'model.yml', text: `${wide}\n    measures:\n${measures}` }]).build;
  expect(problems[0]?.hint).toMatch(/^Did you mean d\d+\?$/);
  expect(problems.at(-1)?.hint).toBeUndefined();
});
