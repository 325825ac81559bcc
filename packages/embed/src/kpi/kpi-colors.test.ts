import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const cssOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');

it('takes all colours of the frame where there is one, else of the application, and has none of its own', () => {
  const css = cssOf('./kpi.css');
  const [frame, own] = [cssOf('../frame/frame.css'), cssOf('../style/style.css')];
  const read = [...css.matchAll(/var\(--([a-z]+), var\(--orrery-([a-z]+)\)\)/g)].map(([, ...names]) => names);
  expect(read.map(([name]) => name)).toEqual(['text', 'muted', 'accent', 'line', 'positive', 'negative']);
  for (const [name = '', ofOwn = ''] of read) {
    expect(frame).toContain(`  --${name}: `);
    expect(own).toContain(`  --orrery-${ofOwn}: `);
  }
  expect(css).not.toMatch(/#[0-9a-f]{3}|light-dark|oklch/);
});
