import { dialects } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { emptyProject, problemsOf, readSource } from './source-for-test.ts';

const rendered = dialects.filter(({ level }) => level === 'rendered').map(({ name }) => name);

it.each(rendered)('starts with %s where the project says that it is an experiment', (type) => {
  expect(readSource(emptyProject(), `type: ${type}\nexperimental: true`)).toEqual({ type });
});

it.each(rendered)('says what %s can and cannot do', (type) => {
  for (const more of ['', '\nexperimental: false']) {
    expect(problemsOf(() => readSource(emptyProject(), `type: ${type}${more}`))).toContain(
      `Orrery writes SQL for '${type}' and does not connect to it: /v1/sql shows statements, which were never run, and no query has rows. 'experimental: true' in data source 'default' starts with that.`,
    );
  }
});

it('takes no settings of a connection', () => {
  expect(
    problemsOf(() => readSource(emptyProject(), 'type: snowflake\nexperimental: true\nurl: https://x.example')),
  ).toContain("'url'");
});

it('takes true or false for experimental', () => {
  expect(problemsOf(() => readSource(emptyProject(), 'type: snowflake\nexperimental: perhaps'))).toContain(
    'experimental',
  );
});
