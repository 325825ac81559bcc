import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declarationsOf } from '../../packages/cli/src/types/declarations-of.ts';
import { buildClient } from '../../scripts/client/build-client.ts';
import { type Figure, median } from '../measure.ts';

const cubes = 200;
const membersOfEach = 40;
const mostMs = 3_000;

/** Measures how long the compiler takes for programs over a model of 8,000 members, beside the same without the model. */
export function modelTypes(): readonly Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-bench-types-'));
  try {
    buildClient(join(folder, 'node_modules/@orrery/client'));
    const withModel = timed(folder, 'with', declarationsOf(modelOf()));
    const without = timed(folder, 'without', 'export {};\n');
    return [
      {
        name: `compiling 40 queries over a model of ${(cubes * membersOfEach).toLocaleString('en')} members`,
        measured: `${(withModel / 1000).toFixed(2)} s`,
        baseline: `${(without / 1000).toFixed(2)} s without the types of the model`,
        bound: `${mostMs / 1000} s`,
        isWithin: withModel <= mostMs,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A third of the members are measures, one in eight is a time. */
function modelOf(): Parameters<typeof declarationsOf>[0] {
  const made = Array.from({ length: cubes }, (_, cube) => {
    const named = (kind: string, count: number) =>
      Array.from({ length: count }, (_each, index) => ({ name: `cube_${cube}.${kind}_${index}`, type: kind }));
    const times = named('time', 5).map((time) => ({ ...time, granularities: [{ name: 'fiscal_year' }] }));
    return {
      measures: named('number', 14),
      dimensions: [...named('string', 16), ...named('boolean', 3), ...times],
      segments: named('segment', 2),
    };
  });
  return { cubes: made } as never; // as far as it is read
}

function timed(folder: string, name: string, model: string): number {
  const place = join(folder, name);
  mkdirSync(place);
  const queries = Array.from({ length: 40 }, (_, cube) => {
    const member = (kind: string) => `'cube_${cube}.${kind}_1'`;
    return `export const rows${cube} = client.load({
  measures: [${member('number')}], dimensions: [${member('string')}],
  timeDimensions: [{ dimension: ${member('time')}, granularity: 'month', dateRange: 'last year' }],
  filters: [{ member: ${member('string')}, operator: 'equals', values: ['a'] }], order: { ${member('number')}: 'asc' },
}).then(({ data }) => data[0]?.[${member('number')}]);`;
  });
  const head =
    "import { createDataClient } from '@orrery/client/data';\nconst client = createDataClient({ apiUrl: '', token: '' });\n";
  writeFileSync(join(place, 'program.ts'), `${head}${queries.join('\n')}\n`);
  writeFileSync(join(place, 'model.d.ts'), model);
  writeFileSync(join(place, 'package.json'), '{"type":"module"}');
  const compilerOptions = {
    ...{ target: 'es2022', module: 'nodenext', lib: ['es2023', 'dom'], types: [] },
    ...{ strict: true, noEmit: true, skipLibCheck: true },
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts', 'model.d.ts'] }));
  const compiler = join(import.meta.dirname, '../../node_modules/.bin/tsc');
  const samples = Array.from({ length: 3 }, () => {
    const started = performance.now();
    const { status, stdout } = spawnSync(compiler, ['-p', place], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stdout);
    return performance.now() - started;
  });
  return median(samples);
}
