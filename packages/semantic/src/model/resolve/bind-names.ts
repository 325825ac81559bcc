import {
  defaultDataSource,
  finding,
  isColumnName,
  type MemberDefinition,
  type KeyPath,
  type RawPart,
  type RawTarget,
  type AuthorSql,
} from '../../source/index.ts';
import { isLost, type MergedCube } from '../names/entry.ts';
import type { ConditionTarget, CubeName, Fragment, FragmentPart, MemberId } from '../model.ts';
import { resolveReference } from './resolve-reference.ts';
import { lookUp, memberId, type CubeScope } from './scope.ts';

/** Position of a piece of SQL, which decides which aliases it can use and what a single identifier means. */
export type SqlSite =
  /**
   * An expression over rows or groups of the cube, in which a single identifier is a column. `seesJoined`: a condition
   * on rows, which may also test columns of joined cubes.
   */
  | { readonly kind: 'member'; readonly member: string; readonly seesJoined?: true }
  | { readonly kind: 'join'; readonly to: CubeName }
  /** The cube's own table or SELECT, which can refer only to the sources of other cubes. */
  | { readonly kind: 'source' }
  /** A statement of its own, over tables and the sources of cubes. */
  | { readonly kind: 'refresh-key' };

export interface BoundSql {
  readonly fragment: Fragment;
  readonly references: readonly BoundReference[];
  /** Whether it reads columns of the cube, not only members. */
  readonly readsColumns: boolean;
  /** Cubes whose source SQL it contains. */
  readonly sources: readonly CubeName[];
}

/** Bound SQL with the place for its problems. */
export interface SiteSql extends BoundSql {
  readonly place: KeyPath;
}

export interface BoundReference {
  readonly member: MemberId;
  readonly owner: CubeName;
  readonly definition: MemberDefinition;
}

/** Resolves every reference in a piece of author SQL. Unresolved ones are reported and left out. */
export function bindSql(sql: AuthorSql, site: SqlSite, scope: CubeScope): BoundSql {
  const { cube } = scope;
  const { fragment } = sql;
  if (fragment.isBareIdentifier && site.kind === 'member') {
    return { fragment: { parts: columnOf(cube, fragment.text) }, references: [], readsColumns: true, sources: [] };
  }
  const references: BoundReference[] = [];
  const sources: CubeName[] = [];
  const foreign = new Set<CubeName>();
  let readsColumns = false;
  const parts = bindParts(fragment.parts);
  refuseForeign();
  return { fragment: { parts }, references, readsColumns, sources };

  function bindParts(raw: readonly RawPart[]): readonly FragmentPart[] {
    return raw.flatMap((part, index) => bindPart(part, raw[index + 1]) ?? []);
  }

  function bindPart(part: RawPart, next: RawPart | undefined): FragmentPart | undefined {
    switch (part.kind) {
      case 'text':
      case 'argument':
        return part;
      case 'source':
        return bindSource(part.cube, part.source);
      case 'path':
        return bindPath(part.steps, part.source, next);
      case 'filter-params':
      case 'security-filter':
      case 'convert-zone':
        return bindContext(part);
    }
  }

  function bindContext(part: Extract<RawPart, { target: RawTarget } | { filters: unknown } | { parts: unknown }>) {
    const { source } = part;
    if (site.kind === 'refresh-key') return inRefreshKey(part);
    readsColumns = true;
    switch (part.kind) {
      case 'filter-params': {
        const filters = part.filters.flatMap(({ steps, target }) => {
          const member = filteredMember(steps, source);
          return member === undefined ? [] : [{ member, target: bindTarget(target) }];
        });
        return { ...part, filters };
      }
      case 'security-filter':
        scope.contextPaths.push(part.path);
        return { ...part, target: bindTarget(part.target) };
      case 'convert-zone':
        return { kind: part.kind, sql: bindTarget({ parts: part.parts }).sql, source };
    }
  }

  /** A refresh key applies to every caller and query, so parts that depend on them let all rows through. */
  function inRefreshKey(part: Extract<RawPart, { target: RawTarget } | { filters: unknown } | { parts: unknown }>) {
    if (part.kind === 'convert-zone') return notHere(part.source);
    if (part.kind === 'filter-params') for (const { steps } of part.filters) filteredMember(steps, part.source);
    return { kind: 'text', text: '(1 = 1)' } as const;
  }

  /** Binds a target; where a column of the cube can occur, a single word is one. */
  function bindTarget({ parts: raw, ...rest }: RawTarget): ConditionTarget {
    const [only, ...others] = raw;
    const isColumn =
      site.kind === 'member' && others.length === 0 && only?.kind === 'text' && isColumnName(only.text.trim());
    const bound = bindParts(raw);
    return { ...rest, sql: { parts: isColumn ? columnOf(cube, only.text.trim()) : bound } };
  }

  /**
   * Returns the member of `FILTER_PARAMS.orders.status`. A missing member cannot be filtered by, so its part lets all
   * rows through.
   */
  function filteredMember(steps: readonly string[], source: string): MemberId | undefined {
    const mark = { text: source };
    const [head = '', name = ''] = steps;
    const isOwn = head === 'CUBE' || head === 'TABLE' || head === cube.name;
    const entry = isOwn ? cube : lookUp(head, scope);
    if (entry.kind === 'broken') return undefined;
    if (entry.kind !== 'cube') {
      const params = { cube: head };
      const hint =
        entry.kind === 'view'
          ? `${head} is a view; name the cube behind it`
          : { name: head, among: () => scope.entries.keys() };
      scope.findings.push(finding('model.unknown-cube', params, sql.place, { mark, hint }));
      return undefined;
    }
    const member = entry.members.get(name);
    if (member && member.kind !== 'segment') return memberId(entry.name, name);
    if (member) {
      const params = { reference: steps.join('.'), kind: member.kind, list: 'FILTER_PARAMS' };
      scope.findings.push(finding('model.wrong-kind', params, sql.place, { mark }));
    } else if (!isLost(name, entry)) {
      const hint = { name, among: () => entry.members.keys() };
      const params = { piece: `${cube.name} cube`, reference: steps.join('.') };
      scope.notices.push(finding('model.filter-of-nothing', params, sql.place, { mark, hint }));
    }
    return undefined;
  }

  function notHere(source: string): undefined {
    const params = { piece: `${cube.name} cube`, reference: source, where: 'its refresh_key' };
    scope.findings.push(finding('model.not-in-source', params, sql.place, { mark: { text: source } }));
  }

  function bindSource(name: string, source: string): FragmentPart | undefined {
    const mark = { text: source };
    const own = name === 'CUBE' || name === 'TABLE' || name === cube.name;
    const entry = own ? cube : lookUp(name, scope);
    if (entry.kind === 'cube') {
      refuseElsewhere(entry, source);
      sources.push(entry.name);
      if (site.kind !== 'refresh-key') scope.sources.add(entry.name);
      return { kind: 'source', cube: entry.name };
    }
    if (entry.kind !== 'broken') {
      scope.findings.push(finding('model.unknown-cube', { cube: name }, sql.place, { mark }));
    }
    return undefined;
  }

  function refuseElsewhere(other: MergedCube, source: string): void {
    const [here, there] = [cube, other].map(({ definition }) => definition.dataSource ?? defaultDataSource);
    if (here === undefined || there === undefined || here === there) return;
    const params = { piece: `${cube.name} cube`, reference: source, here, there };
    scope.findings.push(finding('model.source-elsewhere', params, sql.place, { mark: { text: source } }));
  }

  function bindPath(steps: readonly string[], source: string, next: RawPart | undefined): FragmentPart | undefined {
    const mark = { text: source };
    if (site.kind === 'source' || site.kind === 'refresh-key') {
      const [head = ''] = steps;
      const isCube = scope.entries.has(head) || (site.kind === 'refresh-key' && ['CUBE', 'TABLE'].includes(head));
      const hint = isCube ? `Write {${head}.sql()} to build on the source of ${head}` : undefined;
      const where = site.kind === 'source' ? `the cube's own source` : 'its refresh_key';
      const params = { piece: `${cube.name} cube`, reference: source, where };
      scope.findings.push(finding('model.not-in-source', params, sql.place, { mark, hint }));
      return undefined;
    }
    const from = site.kind === 'member' ? site.member : cube.name;
    const isBeforeColumn = next?.kind === 'text' && /^\s*\.\s*["`\w]/.test(next.text);
    const resolved = resolveReference(steps, { from, place: sql.place, mark, isBeforeColumn }, scope);
    if (!resolved) return undefined;
    if (resolved.kind === 'cube') {
      if (resolved.cube === cube.name || seesColumnsOf(resolved.cube)) readsColumns = true;
      else if (!(site.kind === 'join' && resolved.cube === site.to)) foreign.add(resolved.cube);
      return { kind: 'cube', cube: resolved.cube };
    }
    const { id, owner, definition, path, granularity } = resolved;
    references.push({ member: id, owner, definition });
    return { kind: 'member', member: id, path, ...(granularity ? { granularity } : {}) };
  }

  /**
   * Whether columns of another cube may be read. If it has policies they may not, because columns would bypass them.
   */
  function seesColumnsOf(other: CubeName): boolean {
    return site.kind === 'member' && site.seesJoined === true && !hasPolicies(other);
  }

  function hasPolicies(other: CubeName): boolean {
    const entry = lookUp(other, scope);
    return entry.kind === 'cube' && entry.definition.policies.length > 0;
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
      const guarded = site.seesJoined ? cubes.find(hasPolicies) : undefined;
      const hint = `Refer to its members instead${guarded ? `, to which its access policies apply` : ''}: {${cubes[0]}.member}`;
      scope.findings.push(finding('model.foreign-cube', { member: site.member, cubes }, sql.place, { hint }));
    }
  }
}

function columnOf({ name }: MergedCube, column: string): readonly FragmentPart[] {
  return [
    { kind: 'cube', cube: name },
    { kind: 'text', text: `.${column}` },
  ];
}
