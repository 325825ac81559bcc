import type { BareReference, AuthorSql } from '../definition.ts';
import { labelOf, type KeyPath, placeOf } from '../finding.ts';
import { type FragmentProblem, parseFragment } from '../author-sql/fragment.ts';
import { type DeclaredFields, type Reading, refuse } from './read-fields.ts';

/** Author SQL under `key`. A number is taken as its text: `sql: 1`. */
export function readSql(fields: DeclaredFields, key: string, place: KeyPath, reading: Reading): AuthorSql | undefined {
  const value = fields.get(key);
  if (value === undefined) return undefined;
  const at = placeOf(place, key);
  const { piece } = reading;
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') return refuse(reading, 'model.not-text', { piece, path: labelOf(at) }, at);
  if (text.trim() === '') return refuse(reading, 'model.empty', { piece, path: labelOf(at) }, at);
  const { fragment, problems } = parseFragment(text);
  for (const problem of problems) refuseFragment(problem, at, reading);
  return { fragment, place: at };
}

/** Removes the final semicolon of a statement that becomes part of another. */
export function withoutSemicolon(sql: AuthorSql): AuthorSql {
  const parts = sql.fragment.parts.map((part, index, all) =>
    part.kind === 'text' && index === all.length - 1 ? { ...part, text: part.text.replace(/;\s*$/, '') } : part,
  );
  return { ...sql, fragment: { ...sql.fragment, parts } };
}

const escapeHint =
  'Braces hold references; write \\{ and \\} for braces of the SQL itself, in single quotes or a block scalar';

function escapedHint(source: string): string {
  const escaped = source.replaceAll(/[{}]/g, String.raw`\$&`);
  const doubled = escaped.replaceAll('\\', '\\\\');
  return `Write ${escaped} in a block scalar or single quotes, ${doubled} in double quotes`;
}

const callHint = `Write a column in quotes, or a function: lambda x: f"column = {x}"`;

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function refuseFragment(problem: FragmentProblem, place: KeyPath, reading: Reading): void {
  const mark = { text: problem.source };
  switch (problem.kind) {
    case 'brace':
      refuse(reading, 'model.unmatched-brace', { text: problem.source }, place, { hint: escapeHint, mark });
      return;
    case 'expression':
      refuse(reading, 'model.reference', { text: problem.expression }, place, { hint: escapeHint, mark });
      return;
    case 'count':
      refuse(reading, 'model.braces-without-name', { text: problem.source }, place, {
        hint: escapedHint(problem.source),
        mark,
      });
      return;
    case 'dollar':
      refuse(reading, 'model.reference', { text: problem.source }, place, {
        hint: `Write ${problem.source.slice(1)}, without the $`,
        mark,
      });
      return;
    case 'context':
      refuse(reading, 'model.context-not-supported', { piece: reading.piece, name: problem.name }, place, { mark });
      return;
    case 'call':
      refuse(reading, 'model.reference', { text: problem.expression }, place, {
        hint: `${capitalized(problem.reason)}. ${callHint}`,
        mark,
      });
      return;
    case 'group':
      refuse(reading, 'model.filter-group', {}, place, { mark });
      return;
    case 'unsafe': {
      const hint = `Write SECURITY_CONTEXT.${problem.name}.filter('column'), which binds the value as a parameter`;
      refuse(reading, 'model.unsafe-value', { piece: reading.piece, path: problem.name }, place, { hint, mark });
      return;
    }
  }
}

const bareReference = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$/;

export function readReference(value: unknown, place: KeyPath, reading: Reading): BareReference | undefined {
  if (typeof value === 'string' && bareReference.test(value.trim())) return { steps: value.trim().split('.'), place };
  return refuse(
    reading,
    'model.reference',
    { text: typeof value === 'string' ? value : JSON.stringify(value) },
    place,
    {
      hint: 'Write the name of a member without braces: status, CUBE.status or orders.status',
    },
  );
}

/** A list of references under `key`. */
export function readReferences(
  fields: DeclaredFields,
  key: string,
  place: KeyPath,
  reading: Reading,
): readonly BareReference[] {
  const value = fields.get(key);
  if (value === undefined) return [];
  const at = placeOf(place, key);
  if (!Array.isArray(value)) {
    refuse(reading, 'model.not-a-list', { path: labelOf(at) }, at);
    return [];
  }
  return value.flatMap((item, index) => readReference(item, placeOf(at, index), reading) ?? []);
}
