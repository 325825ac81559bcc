import { dialectFor, type ModelIndex, planQuery, renderPlan } from '@orrery/semantic';
import { expect, it } from 'vitest';
import { readCases } from './read-cases.ts';
import { bindCase } from './compile-case.ts';

const duckdb = dialectFor('duckdb');

it('names, for every case, the cubes whose tables its statement reads', () => {
  if (!duckdb) throw new Error('no dialect duckdb');
  const wrong = readCases().flatMap((folder) => {
    const bound = bindCase(folder);
    if (!bound.ok) return [];
    const { model, query, context } = bound.value;
    const plan = planQuery(query, model, { context });
    if (!plan.ok) return [];
    const { text } = renderPlan(plan.value, model, duckdb);
    const tables = tablesOf(model, model.pieces.keys());
    const cubes = plan.value.cubes;
    const ofAuthors = selectsOf(model, cubes).flatMap((sql) => tables.filter((table) => isRead(table, sql)));
    const named = [...new Set([...tablesOf(model, cubes), ...ofAuthors])].sort();
    const read = tables.filter((table) => isRead(table, text));
    return named.join() === read.join() ? [] : [{ name: folder.name, named, read }];
  });
  expect(wrong).toEqual([]);
});

/** Tables of those cubes that are a table. */
function tablesOf(model: ModelIndex, cubes: Iterable<string>): readonly string[] {
  const tables = [...cubes].flatMap((name) => {
    const piece = model.pieces.get(name);
    if (piece?.kind !== 'cube' || piece.source.kind !== 'table') return [];
    return piece.source.table.parts.map((part) => (part.kind === 'text' ? part.text : ''));
  });
  return [...new Set(tables)].sort();
}

/** The SELECTs of those cubes that are one: a table that its author names there belongs to that cube alone. */
function selectsOf(model: ModelIndex, cubes: Iterable<string>): readonly string[] {
  return [...cubes].flatMap((name) => {
    const piece = model.pieces.get(name);
    if (piece?.kind !== 'cube' || piece.source.kind !== 'select') return [];
    return piece.source.sql.parts.map((part) => (part.kind === 'text' ? part.text : ' '));
  });
}

function isRead(table: string, statement: string): boolean {
  return ['FROM', 'JOIN'].some((word) =>
    statement.split(`${word} ${table}`).some((rest, index) => index > 0 && !/^\w/.test(rest)),
  );
}
