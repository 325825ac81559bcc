import { expect, it } from 'vitest';
import { describeTrino, trinoSchema } from './trino.ts';

describeTrino('a Trino server of the tests', () => {
  it('has a schema for each test, and data to read', async () => {
    const [one, other] = [await trinoSchema(), await trinoSchema()];
    await one.ask('CREATE TABLE numbers AS SELECT 1 AS n');
    await expect(other.ask('SELECT n FROM numbers')).rejects.toThrow('does not exist');
    expect(await one.ask('SELECT n FROM numbers')).toEqual([[1]]);
    expect(await other.ask('SELECT count(*) FROM tpch.tiny.nation')).toEqual([[25]]);
    await one.drop();
    await other.drop();
    const left = await one.ask('SHOW SCHEMAS FROM memory');
    expect(left.flat()).not.toContain(one.schema);
  });
});
