import type { PolicyCaller } from '@orrery/kernel';
import { compileModel } from '../../model/compile-model.ts';
import { indexModel, type ModelIndex } from '../../model/model-index.ts';
import type { Access } from '../access.ts';
import { accessFor } from './access-for.ts';

/** @throws the problems of the model */
export function modelOf(text: string): ModelIndex {
  const { build } = compileModel([{ path: 'model.yml', text }]);
  if (build.problems.length > 0) throw new Error(build.problems.map(({ message }) => message).join('\n'));
  return indexModel(build.pieces, build.unavailable);
}

/** A caller in these groups, with `cubeCloud` in the security context. */
export function somebody(...groups: readonly string[]): PolicyCaller {
  return { securityContext: {}, groups, roles: [], userAttributes: {} };
}

/** Names of members of a cube or view that are not hidden. */
export function seenOf(piece: string, model: ModelIndex, access: Access): readonly string[] {
  const { dimensions = [], measures = [], segments = [] } = model.pieces.get(piece) ?? {};
  return [...dimensions, ...measures, ...segments].filter(({ id }) => !access.hidden.has(id)).map(({ name }) => name);
}

export function seenBy(caller: PolicyCaller, piece: string, model: ModelIndex): readonly string[] {
  return seenOf(piece, model, accessFor(model, caller));
}

/** Customers of the contract's fixture, with policies as YAML. */
export function customers(policies: string, more = ''): string {
  const indented = policies
    .trim()
    .split('\n')
    .map((line) => `      ${line}`)
    .join('\n');
  return `cubes:
  - name: customers
    sql_table: customers
    access_policy:
${indented}
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: name, sql: name, type: string}
      - {name: city, sql: city, type: string}
      - {name: region, sql: region, type: string}
      - {name: credit_value, sql: credit, type: number}
      - {name: is_vip, sql: vip, type: boolean}
      - {name: since, sql: since, type: time}
      - {name: label, sql: "{name} || {city}", type: string}
    measures:
      - {name: count, type: count}
      - {name: credit, sql: credit, type: sum}
      - {name: cities, sql: city, type: count_distinct}
      - {name: share, sql: "{credit} / {count}", type: number}
      - {name: big, type: count, filters: [{sql: "{credit_value} > 100"}]}
    segments:
      - {name: european, sql: "{CUBE}.region = 'EU'"}
${more}`;
}
