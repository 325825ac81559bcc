import { expect, it } from 'vitest';
import { frameCode } from './frame-code.ts';

it('a title stays a title, whatever it contains', () => {
  const code = frameCode({
    address: 'https://data.example.com/embed/dashboard/a',
    title: `"><script>'&amp;`,
    sandbox: 'allow-scripts',
  });
  expect(code).toContain(`title="&quot;&gt;&lt;script&gt;'&amp;amp;"`);
  expect(code.match(/</g)).toHaveLength(2);
});
