import { describe, expect, it } from 'vitest';
import { useStatements } from '../render/statement-for-test.ts';
import { model, setup } from '../render/statements/shop-for-test.ts';
import { capabilities } from './capabilities.ts';
import type { Construct } from './constructs.ts';

const { render } = useStatements(model, setup);
const { statements, clauses, forms, functions, operators, pushedDown } = capabilities();

describe('constructs', () => {
  const isRefused = ({ refused }: Construct) => refused !== undefined;
  const answered = [...statements, ...clauses, ...forms].filter((one) => !isRefused(one) && one.name !== 'EXPLAIN');
  const refused = [...statements, ...clauses, ...forms].filter(isRefused);

  it.each(answered)('$name is answered', ({ example }) => {
    expect(render(example).text).not.toBe('');
  });

  it.each(refused)('$name is refused', ({ name, example }) => {
    if (name !== 'several statements') expect(() => render(example)).toThrow();
  });
});

describe('functions', () => {
  it('have signatures, or a reason why there are none', () => {
    for (const { name, signatures, refused } of [...functions, ...operators]) {
      expect([name, signatures.length + refused.length]).not.toEqual([name, 0]);
    }
    expect(functions.find(({ name }) => name === 'date_trunc')?.signatures).toContain('text, timestamp -> timestamp');
    expect(operators.map(({ name }) => name)).toContain('NOT ILIKE');
  });

  it('say how to do without them', () => {
    const sum = functions.find(({ name }) => name === 'sum');
    expect(sum?.refused[0]).toMatchObject({
      why: 'PostgreSQL sums real in single precision',
      instead: 'cast it to double precision',
    });
  });
});

it('a data source computes statements, expressions, or queries of the model alone', () => {
  expect(pushedDown('duckdb')).toEqual({ pushesDown: 'statements', not: [] });
  const postgres = pushedDown('postgres');
  expect(postgres.pushesDown).toBe('expressions');
  const names = postgres.not.map(({ name }) => name);
  expect(names).not.toContain('lower');
  expect(names.length).toBeGreaterThan(0);
  const trino = pushedDown('trino');
  expect(trino.pushesDown).toBe('expressions');
  const computedAbove = trino.not.map(({ name }) => name);
  expect(computedAbove).not.toContain('lower');
  expect(computedAbove).toContain('power');
  expect(pushedDown('clickhouse').not.map(({ name }) => name)).toContain('power');
  expect(pushedDown('another').pushesDown).toBe('queries');
});
