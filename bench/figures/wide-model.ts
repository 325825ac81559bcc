import { compileModel } from '@orrery/semantic';
import { type Figure, median, ms, timeMs } from '../measure.ts';
import { wideCube, wideModel } from '../wide-model.ts';

/** Compiles 200 cubes with 40 members each: all of them, and again with one file changed. */
export async function wideModelCompile(): Promise<readonly Figure[]> {
  const files = wideModel();
  const bytes = files.reduce((sum, file) => sum + Buffer.byteLength(file.text), 0);
  const cold: number[] = [];
  const changed: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    let compiled = compileModel(files);
    cold.push(await timeMs(() => (compiled = compileModel(files))));
    if (compiled.build.problems.length > 0) throw new Error(JSON.stringify(compiled.build.problems.slice(0, 3)));
    const edited = files.map((file, index) =>
      index === 100 ? { ...file, text: wideCube(100, `, edit ${round}`) } : file,
    );
    changed.push(await timeMs(() => compileModel(edited, compiled.cache)));
  }
  return [
    {
      name: 'compile 200 cubes x 40 members, in a warm process',
      measured: ms(median(cold)),
      baseline: `${(bytes / 1e6).toFixed(1)} MB of YAML`,
      bound: '300 ms',
      isWithin: median(cold) <= 300,
    },
    {
      name: 'compile after one changed file',
      measured: ms(median(changed)),
      baseline: '',
      bound: '20 ms',
      isWithin: median(changed) <= 20,
    },
  ];
}
