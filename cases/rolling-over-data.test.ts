import { compileQuery } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { readModel } from './case-model.ts';
import { accept, bindCase, requireDialect } from './compile-case.ts';
import { FixtureDatabase } from './fixture-database.ts';
import { rowsOf } from './rows-of.ts';

function compiled(granularity: string) {
  const bound = accept(
    bindCase({
      model: readModel('rolling/model.yml'),
      query: { measures: ['moments.hours'], timeDimensions: [{ dimension: 'moments.at', granularity }] },
    }),
  );
  return accept(compileQuery(bound.query, bound.model, requireDialect('duckdb')));
}

it('a window over too many buckets between the first and the last row ends with an error', async () => {
  await using database = await FixtureDatabase.open();
  await expect(rowsOf(database.engine, compiled('minute'))).rejects.toThrow();
  expect(await rowsOf(database.engine, compiled('hour'))).not.toEqual([]);
});
