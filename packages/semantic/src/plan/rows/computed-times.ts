import {
  copyIdOf,
  type CubeName,
  cubeOf,
  type Dimension,
  everyPart,
  type Fragment,
  type FragmentPart,
  fragmentsOf,
  granularitySql,
  isTimeText,
  type Member,
  type MemberId,
  type ModelIndex,
  originalOf,
  requireCube,
  requireMember,
} from '../../model/index.ts';
import { referredGranularity, resolveAlias, shownDimension, showsBuckets } from '../joins/requirement.ts';
import { columnAtStart, columnInText } from './column-in-text.ts';

/** The time that a dimension is another name for, or shows the same column as; else the dimension itself. */
export function rootOfTime(model: ModelIndex, id: MemberId): MemberId {
  const { member } = resolveAlias(model, id, 'dimension');
  const shown = shownDimension(model, member);
  if (!shown) return firstOfColumn(model, member);
  if (shown.granularity !== undefined || shown.moved) return member.id;
  const { type } = resolveAlias(model, shown.member, 'dimension').member;
  return type === 'time' && member.type === 'time' ? rootOfTime(model, shown.member) : member.id;
}

function firstOfColumn(model: ModelIndex, member: Dimension): MemberId {
  const column = member.type === 'time' ? columnOf(member) : undefined;
  const cube = column?.isPlain ? model.pieces.get(column.cube) : undefined;
  if (cube?.kind !== 'cube') return member.id;
  const same = cube.dimensions.find((one) => {
    const other = one.type === 'time' ? columnOf(one) : undefined;
    return other?.isPlain && other.name === column?.name;
  });
  return same?.id ?? member.id;
}

/** How a member reads a time: not at all, in its SQL, or in a way that only its author understands. */
export type TimeUse = 'none' | 'reads' | 'unclear';

/** The column of a time. `isPlain`: its SQL is nothing else. */
interface TimeColumn {
  readonly cube: CubeName;
  readonly name: string;
  readonly isPlain: boolean;
}

/** How the rows of a member are computed from a time. @param root see `rootOfTime` */
export function readingOfTime(model: ModelIndex, id: MemberId, root: MemberId): TimeUse {
  const known = requireMember(model, id);
  const { member } = resolveAlias(model, id, known.kind);
  if (member.kind === 'dimension' && member.type === 'time' && rootOfTime(model, member.id) === root) return 'reads';
  const { expression } = member;
  if (expression.kind === 'sub-query' || (member.kind === 'measure' && expression.kind === 'stage')) return 'none';
  const found = readingOfFragments(model, fragmentsOf(member), cubeOf(member.id), root);
  if (found === 'none') return found;
  return expression.kind === 'stage' || isTimeText(model, root) ? 'unclear' : found;
}

/** @param owner the cube whose columns the SQL may name without an alias */
export function readingOfFragments(
  model: ModelIndex,
  fragments: readonly Fragment[],
  owner: CubeName | undefined,
  root: MemberId,
): TimeUse {
  const column = columnOfTime(model, root);
  const all = fragments.flatMap((fragment) =>
    fragment.parts.map((part, index) => ({ part, next: fragment.parts[index + 1], before: fragment.parts[index - 1] })),
  );
  const readings = all.map(({ part, next, before }) =>
    readingOfPart(model, { part, next, before }, owner, root, column),
  );
  if (readings.includes('unclear')) return 'unclear';
  return readings.includes('reads') ? 'reads' : 'none';
}

function readingOfPart(
  model: ModelIndex,
  {
    part,
    next,
    before,
  }: {
    readonly part: FragmentPart;
    readonly next: FragmentPart | undefined;
    readonly before: FragmentPart | undefined;
  },
  owner: CubeName | undefined,
  root: MemberId,
  column: TimeColumn | undefined,
): TimeUse {
  const named: TimeUse = column?.isPlain ? 'reads' : 'unclear';
  switch (part.kind) {
    case 'cube':
      if (!column || part.cube !== column.cube || next?.kind !== 'text') return 'none';
      return columnAtStart(next.text, column.name) ? named : 'none';
    case 'text': {
      if (!column || owner !== column.cube) return 'none';
      const pieces = columnInText(before?.kind === 'cube' ? withoutColumn(part.text) : part.text, column.name);
      if (pieces.some(({ kind }) => kind === 'unclear')) return 'unclear';
      return pieces.some(({ kind }) => kind === 'column') ? named : 'none';
    }
    case 'member': {
      // Measures that it names are aggregated apart.
      if (requireMember(model, part.member).kind === 'measure') return 'none';
      const found = readingOfTime(model, part.member, root);
      const sql = granularitySql(part.granularity === undefined ? undefined : referredGranularity(model, part));
      return found === 'reads' && sql ? 'unclear' : found;
    }
    case 'convert-zone':
      return readingOfFragments(model, [part.sql], owner, root);
    case 'mask-choice':
      return readingOfFragments(model, [part.real, part.instead], owner, root);
    case 'call':
      return readingOfFragments(
        model,
        part.arguments.map(({ sql }) => sql),
        owner,
        root,
      );
    case 'source':
    case 'constant':
    case 'argument':
    case 'mask-test':
    case 'filter-params':
    case 'security-filter':
      return 'none';
  }
}

/** SQL after the alias of a cube, without the column that belongs to it. */
function withoutColumn(text: string): string {
  return text.replace(/^\s*\.\s*(?:"[^"]*"|`[^`]*`|\w+)/, '');
}

const wholeColumn = /^\s*\.\s*(?:"([^"]*)"|`([^`]*)`|(\w+))\s*$/;
const castColumn = /^\s*(?:CAST\s*\(\s*)?(\w+)\s*(?:::\s*\w+|AS\s+\w[\w ]*\))\s*$/i;

/** The column that a time is made of, as far as its SQL tells. */
export function columnOfTime(model: ModelIndex, root: MemberId): TimeColumn | undefined {
  const original = originalOf(root);
  for (const id of [root, copyIdOf(root, 'own'), copyIdOf(original, 'own'), original]) {
    const member = model.members.get(id);
    const found = member?.kind === 'dimension' ? columnOf(member) : undefined;
    if (found) return found;
  }
  return undefined;
}

function columnOf({ id, expression }: Dimension): TimeColumn | undefined {
  if (expression.kind !== 'sql') return undefined;
  const { parts } = expression.sql;
  const cube = cubeOf(id);
  const [owner, name, ...others] = parts;
  if (owner?.kind === 'cube' && name?.kind === 'text' && others.length === 0) {
    const whole = wholeColumn.exec(name.text);
    const plain = whole?.[1] ?? whole?.[2] ?? whole?.[3];
    if (plain !== undefined) return { cube, name: plain, isPlain: true };
  }
  if (owner?.kind === 'text' && name === undefined) {
    const cast = castColumn.exec(owner.text)?.[1];
    return cast === undefined ? undefined : { cube, name: cast, isPlain: false };
  }
  const [first, ...more] = columnsNamed(parts);
  const isAlone = first !== undefined && more.every((one) => one === first);
  return isAlone && parts.every(converts) ? { cube, name: first, isPlain: false } : undefined;
}

/** Whether SQL around a column only converts it: what is calculated from a column is another time. */
function converts(part: FragmentPart): boolean {
  if (part.kind !== 'text') return part.kind === 'cube';
  return !/[-+*/<>=]|\b(?:CASE|COALESCE|INTERVAL)\b/i.test(part.text.replace(/'[^']*'/g, ''));
}

function columnsNamed(parts: Fragment['parts']): readonly string[] {
  return parts.flatMap((part, index) => {
    const next = parts[index + 1];
    if (part.kind !== 'cube' || next?.kind !== 'text') return [];
    const found = /^\s*\.\s*(?:"([^"]*)"|`([^`]*)`|(\w+))/.exec(next.text);
    const name = found?.[1] ?? found?.[2] ?? found?.[3];
    return name === undefined ? [] : [name];
  });
}

/** The times that the rows of a member are computed from. */
export function timesBehind(model: ModelIndex, id: MemberId): readonly MemberId[] {
  const { member } = resolveAlias(model, id, requireMember(model, id).kind);
  if (member.kind === 'dimension' && member.type === 'time') {
    const shown = showsBuckets(model, member.id) ? shownDimension(model, member) : undefined;
    return shown ? timesBehind(model, shown.member) : [rootOfTime(model, member.id)];
  }
  const { kind } = member.expression;
  if (kind === 'sub-query' || (kind === 'stage' && member.kind === 'measure')) return [];
  return timesInFragments(model, member, fragmentsOf(member));
}

function timesInFragments(model: ModelIndex, member: Member, fragments: readonly Fragment[]): readonly MemberId[] {
  const parts = fragments.flatMap(everyPart);
  const referred = parts.flatMap((part) =>
    part.kind === 'member' && requireMember(model, part.member).kind !== 'measure'
      ? timesBehind(model, part.member)
      : [],
  );
  const cubes = new Set([cubeOf(member.id), ...parts.flatMap((part) => (part.kind === 'cube' ? [part.cube] : []))]);
  const byColumn = [...cubes].flatMap((cube) => {
    if (model.pieces.get(cube)?.kind !== 'cube') return [];
    return requireCube(model, cube)
      .dimensions.filter(({ type, expression }) => type === 'time' && expression.kind === 'sql')
      .map(({ id }) => rootOfTime(model, id))
      .filter((root) => cubeOf(root) === cube && columnOfTime(model, root)?.isPlain === true)
      .filter((root) => readingOfFragments(model, fragments, cubeOf(member.id), root) !== 'none');
  });
  return [...new Set([...referred, ...byColumn])];
}
