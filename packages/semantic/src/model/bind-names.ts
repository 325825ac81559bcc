import type { MemberDefinition, Sql } from '../source/definition.ts';
import { finding, type Place } from '../source/finding.ts';
import type { RawPart } from '../source/fragment.ts';
import { defaultDataSource } from '../source/read-cube.ts';
import type { MergedCube } from './entry.ts';
import type { CubeName, Fragment, FragmentPart, MemberId } from './model.ts';
import { resolveReference } from './resolve-reference.ts';
import { lookUp, type Scope } from './scope.ts';

/** Where a piece of SQL stands decides which aliases it can see and what a lone identifier means. */
export type SqlSite =
  /** Expressions over rows or groups of the cube. A lone identifier is a column of it. */
  | { readonly kind: 'member'; readonly member: string }
  | { readonly kind: 'join'; readonly to: CubeName }
  /** The cube's own table or SELECT: nothing of the model is in sight but the sources of other cubes. */
  | { readonly kind: 'source' }
  /** A statement of its own, over tables and the sources of cubes. */
  | { readonly kind: 'refresh-key' };

export interface BoundSql {
  readonly fragment: Fragment;
  readonly references: readonly BoundReference[];
  /** Reads columns of the cube, not only members. */
  readonly readsColumns: boolean;
  /** Cubes whose source SQL it contains. */
  readonly sources: readonly CubeName[];
}

/** Bound SQL with the place problems of it point at. */
export interface SiteSql extends BoundSql {
  readonly place: Place;
}

export interface BoundReference {
  readonly member: MemberId;
  readonly owner: CubeName;
  readonly definition: MemberDefinition;
}

/** Resolves every reference of a piece of author SQL. What could not be resolved is noted and left out. */
export function bindSql(sql: Sql, site: SqlSite, scope: Scope): BoundSql {
  const { cube } = scope;
  const { fragment } = sql;
  if (fragment.isBareIdentifier && site.kind === 'member') {
    const parts: FragmentPart[] = [
      { kind: 'cube', cube: cube.name },
      { kind: 'text', text: `.${fragment.text}` },
    ];
    return { fragment: { parts }, references: [], readsColumns: true, sources: [] };
  }
  const parts: FragmentPart[] = [];
  const references: BoundReference[] = [];
  const sources: CubeName[] = [];
  const foreign = new Set<CubeName>();
  let readsColumns = false;
  fragment.parts.forEach((part, index) => bindPart(part, fragment.parts[index + 1]));
  refuseForeign();
  return { fragment: { parts }, references, readsColumns, sources };

  function bindPart(part: RawPart, next: RawPart | undefined): void {
    switch (part.kind) {
      case 'text':
        parts.push(part);
        return;
      case 'source':
        bindSource(part.cube, part.source);
        return;
      case 'path':
        bindPath(part.steps, part.source, next);
    }
  }

  function bindSource(name: string, source: string): void {
    const mark = { text: source };
    const own = name === 'CUBE' || name === 'TABLE' || name === cube.name;
    const entry = own ? cube : lookUp(name, scope);
    if (entry.kind === 'cube') {
      refuseElsewhere(entry, source);
      parts.push({ kind: 'source', cube: entry.name });
      sources.push(entry.name);
    } else if (entry.kind !== 'broken') {
      scope.findings.push(finding('model.unknown-cube', { cube: name }, sql.place, { mark }));
    }
  }

  function refuseElsewhere(other: MergedCube, source: string): void {
    const [here, there] = [cube, other].map(({ definition }) => definition.dataSource ?? defaultDataSource);
    if (here === undefined || there === undefined || here === there) return;
    const params = { piece: `${cube.name} cube`, reference: source, here, there };
    scope.findings.push(finding('model.source-elsewhere', params, sql.place, { mark: { text: source } }));
  }

  function bindPath(steps: readonly string[], source: string, next: RawPart | undefined): void {
    const mark = { text: source };
    if (site.kind === 'source' || site.kind === 'refresh-key') {
      const [head = ''] = steps;
      const isCube = scope.entries.has(head) || (site.kind === 'refresh-key' && ['CUBE', 'TABLE'].includes(head));
      const hint = isCube ? `Write {${head}.sql()} to build on the source of ${head}` : undefined;
      const where = site.kind === 'source' ? `the cube's own source` : 'its refresh_key';
      const params = { piece: `${cube.name} cube`, reference: source, where };
      scope.findings.push(finding('model.not-in-source', params, sql.place, { mark, hint }));
      return;
    }
    const from = site.kind === 'member' ? site.member : cube.name;
    const isBeforeColumn = next?.kind === 'text' && /^\s*\.\s*["`\w]/.test(next.text);
    const resolved = resolveReference(steps, { from, place: sql.place, mark, isBeforeColumn }, scope);
    if (!resolved) return;
    if (resolved.kind === 'cube') {
      if (resolved.cube === cube.name) readsColumns = true;
      else if (!(site.kind === 'join' && resolved.cube === site.to)) foreign.add(resolved.cube);
      parts.push({ kind: 'cube', cube: resolved.cube });
      return;
    }
    const { id, owner, definition, path, granularity } = resolved;
    references.push({ member: id, owner, definition });
    parts.push({ kind: 'member', member: id, path, ...(granularity ? { granularity } : {}) });
  }

  function refuseForeign(): void {
    if (foreign.size === 0) return;
    const cubes = [...foreign];
    if (site.kind === 'join') {
      for (const other of cubes) {
        const params = { from: cube.name, to: site.to, cube: other };
        scope.findings.push(finding('model.join-foreign-cube', params, sql.place));
      }
    } else if (site.kind === 'member') {
      const hint = `Refer to its members instead: {${cubes[0]}.member}`;
      scope.findings.push(finding('model.foreign-cube', { member: site.member, cubes }, sql.place, { hint }));
    }
  }
}
