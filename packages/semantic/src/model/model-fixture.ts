import type { Problem } from '../problem/index.ts';
import { codeFrame } from '../source/yaml/code-frame.ts';
import { compileModel, type ModelBuild, type ModelFile } from './compile-model.ts';
import type { Cube, Dimension, Measure, Piece, Segment } from './model.ts';

/** Compiles texts as files; a lone text is `model.yml`. */
export function buildModel(texts: string | Readonly<Record<string, string>>): ModelBuild {
  return compileModel(modelFiles(texts)).build;
}

export function modelFiles(texts: string | Readonly<Record<string, string>>): readonly ModelFile[] {
  if (typeof texts === 'string') return [{ path: 'model.yml', text: texts }];
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

/** A cube named `orders` over the table of that name, with more keys as YAML at the indentation of a cube. */
export function ordersCube(more: string): string {
  const indented = more
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
  return `cubes:\n  - name: orders\n    sql_table: orders\n${indented}\n`;
}

export function messages(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ message }) => message);
}

/** Problems of a model, of whole cubes or parts. */
export function reportedOf({ problems, notices }: ModelBuild): readonly Problem[] {
  return [...problems, ...notices];
}

export function codes(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ code }) => code);
}

/** `model.yml:3:5` */
export function placeText({ at }: Problem): string {
  return at?.kind === 'file' ? `${at.file}:${at.line}:${at.column}` : 'nowhere';
}

/** Returns the text that the code frame of a problem underlines. */
export function underlined(problem: Problem | undefined, text: string): string {
  if (problem?.at?.kind !== 'file') return '';
  const [line = '', carets = ''] = codeFrame(text, problem.at)
    .split('\n')
    .slice(-3)
    .filter((one) => one.startsWith('>') || one.includes('^'));
  const from = carets.indexOf('^');
  return line.slice(from, carets.length);
}

/** @throws if the piece does not exist, naming the problems */
export function pieceOf(build: ModelBuild, name: string): Piece {
  const piece = build.pieces.find((one) => one.name === name);
  if (!piece) throw new Error(`no '${name}': ${messages(build.problems).join(' | ')}`);
  return piece;
}

/** @throws if the cube does not exist, naming the problems */
export function cubeOf(build: ModelBuild, name: string): Cube {
  const piece = pieceOf(build, name);
  if (piece.kind !== 'cube') throw new Error(`'${name}' is a view`);
  return piece;
}

/** @throws if the member does not exist */
export function memberOf(build: ModelBuild, id: string): Dimension | Measure | Segment {
  const piece = pieceOf(build, id.slice(0, id.indexOf('.')));
  const member = [...piece.dimensions, ...piece.measures, ...piece.segments].find((one) => one.id === id);
  if (!member) throw new Error(`no member '${id}'`);
  return member;
}

export function measureOf(build: ModelBuild, id: string): Measure {
  const member = memberOf(build, id);
  if (member.kind !== 'measure') throw new Error(`'${id}' is not a measure`);
  return member;
}

/** Abbreviates the parts of a member's SQL: text as it is, `[orders]` a cube, `{orders.id}` a member with its path. */
export function sqlOf(build: ModelBuild, id: string): string {
  const { expression } = memberOf(build, id);
  if (!('sql' in expression) || !expression.sql) return '';
  return expression.sql.parts
    .map((part) => {
      switch (part.kind) {
        case 'text':
          return part.text;
        case 'cube':
          return `[${part.cube}]`;
        case 'source':
          return `(source ${part.cube})`;
        case 'member': {
          const path = part.path.length > 0 ? ` via ${part.path.join('.')}` : '';
          return `{${part.member}${path}${part.granularity ? ` by ${part.granularity}` : ''}}`;
        }
      }
    })
    .join('');
}

/** Customers, orders and items; orders join both. */
export const shop = `
cubes:
  - name: customers
    sql_table: customers
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: name, sql: name, type: string}
      - {name: city, sql: city, type: string}
    measures:
      - {name: count, type: count}
      - {name: cities, sql: city, type: count_distinct}
  - name: orders
    sql_table: orders
    joins:
      - {name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers.id}"}
      - {name: items, relationship: one_to_many, sql: "{CUBE}.id = {items}.order_id"}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: status, sql: status, type: string}
      - {name: created_at, sql: created_at, type: time}
    measures:
      - {name: count, type: count}
      - {name: total, sql: amount, type: sum, drill_members: [id, customers.city]}
    segments:
      - {name: done, sql: "{CUBE}.status = 'done'"}
  - name: items
    sql_table: items
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
    measures:
      - {name: count, type: count}
`;
