import type { Expression, Select } from '../syntax/index.ts';
import type { StatementText } from './source.ts';

/**
 * A node of the grammar's tree, by the names of its fields. Where a node may be of several kinds, it has one field, named
 * after its kind.
 */
export type NodeFields = Readonly<Record<string, unknown>>;

/** The state that all functions share which read parts of a statement. */
export interface ParseContext {
  readonly source: StatementText;
  readonly expression: (node: NodeFields) => Expression;
  /** @param from @param to tokens that the query stands between, with or without brackets around it */
  readonly query: (select: NodeFields, from: number, to: number) => Select;
  /** Reads a part that makes the tree deeper, by one level unless `levels` is given; there is a bound. */
  readonly within: <T>(read: () => T, levels?: number) => T;
}

export const isFields = (value: unknown): value is NodeFields => typeof value === 'object' && value !== null;

/** @returns the fields of a node; empty where it is absent */
export const fieldsOf = (value: unknown): NodeFields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly NodeFields[] => (Array.isArray(value) ? value.filter(isFields) : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** @returns the kind of a node and its fields */
export function kindOf(node: NodeFields): readonly [kind: string, fields: NodeFields] {
  const kind = Object.keys(node)[0] ?? '';
  return [kind, fieldsOf(node[kind])];
}

/** @returns the texts of a list of names; a star is `*` */
export const namesOf = (value: unknown): readonly string[] =>
  listOf(value).map((node) => ('A_Star' in node ? '*' : textOf(fieldsOf(node['String'])['sval'])));

/** @returns the offset in the text of a node that knows its place */
export function positionOf(source: StatementText, fields: NodeFields): number | undefined {
  const byte = fields['location'];
  if (byte === -1) return undefined;
  return source.offset(numberOf(byte)); // the grammar leaves zero out
}

/** @returns the place of the first node below this one that knows it, or -1 */
export function firstPosition(source: StatementText, node: NodeFields): number {
  const waiting: unknown[] = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isFields(next)) continue;
    if (typeof next['location'] === 'number' && next['location'] >= 0) return source.offset(next['location']);
    waiting.push(...Object.values(next).filter(isFields).toReversed());
  }
  return -1;
}
