import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = fileURLToPath(new URL('standard-error.ts', import.meta.url));

/** Runs a program that has a sink, and returns what it wrote. */
async function writtenBy(program: string): Promise<string> {
  const text = `import { standardError } from ${JSON.stringify(source)};\nconst sink = standardError();\n${program}`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', text], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (written += piece));
  await once(child, 'close');
  return written;
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');
const writeLines = (count: number) =>
  `for (let index = 0; index < ${count}; index += 1) sink.write(\`line \${index}\\n\`);`;

it.each([
  ['ends by itself', ''],
  ['is ended', 'process.exit(1);'],
])('writes all lines in order when the process %s', async (_, end) => {
  for (const count of [3, 20_000]) expect(await writtenBy(`${writeLines(count)}${end}`)).toBe(lines(count));
});

it('loses no line when the process is ended while lines are being written, which may then be there twice', async () => {
  const program = `${writeLines(20_000)} setImmediate(() => setImmediate(() => process.exit(1)));`;
  for (const written of await Promise.all(Array.from({ length: 12 }, () => writtenBy(program)))) {
    expect(`${[...new Set(written.trimEnd().split('\n'))].join('\n')}\n` === lines(20_000)).toBe(true);
  }
});

it('writes all lines before the error that ends the process', async () => {
  const written = await writtenBy(`${writeLines(20_000)} throw new Error('broken');`);
  expect(written).toContain(lines(20_000));
  expect(written).toContain('broken');
});

it('writes the lines that are there when it is told to, and goes on', async () => {
  const program = `sink.write('line 0\\n'); sink.flush(); sink.flush(); sink.write('line 1\\n'); sink.write('line 2\\n');`;
  expect(await writtenBy(program)).toBe(lines(3));
});
