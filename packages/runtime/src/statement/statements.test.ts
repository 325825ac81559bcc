import { Unavailable } from '@orrery/kernel';
import { expect, it } from 'vitest';
import { statementShapeProblems } from './read-statement.ts';
import { Statements } from './statements.ts';

it('a statement that cannot be read now is not told to be wrong', async () => {
  const statements = new Statements();
  await statements.parse('SELECT 1');
  await statements.close();
  const unread = statementShapeProblems('SELECT 2', statements);
  await expect(unread).rejects.toBeInstanceOf(Unavailable);
  await expect(unread).rejects.toMatchObject({ code: 'sql.not-read', status: 503 });
  expect(await statementShapeProblems('SELECT 1', statements)).toEqual([]);
});
