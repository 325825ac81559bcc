import { expect, it } from 'vitest';
import { compileModel } from './compile-model.ts';

it('reports that the alias of an inclusion has no effect without a prefix', () => {
  const text = [
    'cubes:',
    '  - name: orders',
    '    sql_table: orders',
    '    measures: [{name: count, type: count}]',
    'views:',
    '  - name: sales',
    '    cubes:',
    '      - {join_path: orders, includes: "*", alias: deals}',
  ].join('\n');
  const { build } = compileModel([{ path: 'model.yml', text }]);
  expect(build.problems).toEqual([]);
  expect(build.notices.map(({ code, at }) => [code, at?.kind === 'file' && at.line])).toEqual([
    ['model.idle-alias', 8],
  ]);
});
