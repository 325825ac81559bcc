import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileModel } from '@orrery/semantic';
import { describe, expect, it } from 'vitest';
import { root } from './root.ts';

describe.each(globSync('**/notices.json', { cwd: root }).map((file) => dirname(file)))('%s', (folder) => {
  it('the model compiles with the notices of notices.json: codes, and the members they make unavailable', () => {
    const text = readFileSync(join(root, folder, 'model.yml'), 'utf8');
    const { build } = compileModel([{ path: 'model.yml', text }]);
    const told = build.notices.map(({ code, takes = [] }) => `${code}: ${takes.join(', ')}`);
    expect([build.problems, build.unavailable]).toEqual([[], []]);
    expect(told).toEqual(JSON.parse(readFileSync(join(root, folder, 'notices.json'), 'utf8')));
  });
});
