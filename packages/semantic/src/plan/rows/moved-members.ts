import {
  copyIdOf,
  type CubeName,
  cubeOf,
  type Dimension,
  type Fragment,
  type FragmentPart,
  isDay,
  type Member,
  type MemberId,
  type ModelIndex,
  requireMember,
} from '../../model/index.ts';
import { dayMs } from '../../time/index.ts';
import { resolveAlias } from '../joins/requirement.ts';
import { columnAtStart, columnInText } from './column-in-text.ts';
import { columnOfTime, readingOfFragments, readingOfTime, rootOfTime } from './computed-times.ts';
import type { Shift } from './shift-time.ts';

/** Shifts of stages around each other, the outermost first. */
type ShiftLists = readonly (readonly Shift[])[];

/** Where SQL stands in which times are moved. */
interface Inside {
  readonly model: ModelIndex;
  /** Cubes whose columns the SQL may name without an alias. */
  readonly owners: readonly CubeName[];
  readonly shifts: ShiftLists;
  /** Whether it is the SQL of a time. A day that is all of it becomes a time, where it stays a day in any other. */
  readonly isTime: boolean;
}

/** Members that are computed from shifted times, as copies whose SQL reads the moved time. */
export class MovedMembers {
  readonly #made: Map<MemberId, Member>;
  readonly #origins = new Map<MemberId, { readonly original: MemberId; readonly shifts: ShiftLists }>();
  readonly #purposes = new Map<string, string>();

  /** @param made receives the copies */
  constructor(made: Map<MemberId, Member>) {
    this.#made = made;
  }

  /** The member of which another one is a copy; itself for a member that is none. */
  originOf(id: MemberId): MemberId {
    return this.#origins.get(id)?.original ?? id;
  }

  /** Returns the member with the times in it moved once more; itself, if it is computed from none of them. */
  move(model: ModelIndex, id: MemberId, shifts: readonly Shift[]): MemberId {
    const { original, shifts: before } = this.#origins.get(id) ?? { original: id, shifts: [] };
    return this.#moved(model, original, [...before, shifts]);
  }

  /** Returns the measure with filters that test the moved times. Its value stays that of the row. */
  withFilters(model: ModelIndex, id: MemberId, shifts: ShiftLists): MemberId {
    if (shifts.length === 0) return id;
    const { member } = resolveAlias(model, id, 'measure');
    const { expression } = member;
    if (expression.kind !== 'aggregate' && expression.kind !== 'raw-aggregate') return id;
    const filters = expression.filters.map((filter) => this.fragment(model, filter, [cubeOf(member.id)], shifts));
    if (filters.every((filter, index) => filter === expression.filters[index])) return id;
    const copy = this.#copyId(member.id, shifts);
    this.#made.set(copy, { ...member, id: copy, expression: { ...expression, filters } });
    return copy;
  }

  /** @param owners cubes whose columns the SQL may name without an alias */
  fragment(model: ModelIndex, sql: Fragment, owners: readonly CubeName[], shifts: ShiftLists): Fragment {
    const roots = rootsOf(shifts);
    const isRead = roots.some((root) =>
      owners.some((owner) => readingOfFragments(model, [sql], owner, root) !== 'none'),
    );
    return isRead ? this.#rewritten(sql, { model, owners, shifts, isTime: false }) : sql;
  }

  #moved(model: ModelIndex, id: MemberId, shifts: ShiftLists): MemberId {
    const { member } = resolveAlias(model, id, requireMember(model, id).kind);
    const isRead = rootsOf(shifts).some((root) => readingOfTime(model, member.id, root) !== 'none');
    if (!isRead) return id;
    if (member.kind === 'measure') return this.withFilters(model, id, shifts);
    const copy = this.#copyId(member.id, shifts);
    if (this.#made.has(copy)) return copy;
    this.#origins.set(copy, { original: member.id, shifts });
    const root = member.kind === 'dimension' && member.type === 'time' ? rootOfTime(model, member.id) : undefined;
    if (member.kind === 'dimension' && root !== undefined && rootsOf(shifts).includes(root)) {
      this.#moveTime(copy, member, shifts, root);
    } else {
      const isTime = member.kind === 'dimension' && member.type === 'time';
      const inside = { model, owners: [cubeOf(member.id)], shifts, isTime };
      const expression = this.#rewrittenIn(member.expression, inside);
      // Only fragments in it changed.
      this.#made.set(copy, { ...member, id: copy, expression } as Member);
    }
    return copy;
  }

  /** The innermost shift is added first. */
  #moveTime(copy: MemberId, time: Dimension, shifts: ShiftLists, root: MemberId): void {
    const applied = shifts.toReversed().flatMap((some) => some.filter(({ dimension }) => dimension === root));
    let before = time.id;
    applied.forEach(({ by }, index) => {
      const id = index === applied.length - 1 ? copy : copyIdOf(copy, String(index));
      const sql: Fragment = { parts: [{ kind: 'member', member: before, path: [], moved: by }] };
      this.#made.set(id, { ...time, id, isPrimaryKey: false, expression: { kind: 'sql', sql } });
      before = id;
    });
  }

  #copyId(id: MemberId, shifts: ShiftLists): MemberId {
    const key = JSON.stringify(shifts);
    const purpose = this.#purposes.get(key) ?? `moved${this.#purposes.size + 1}`;
    this.#purposes.set(key, purpose);
    return copyIdOf(id, purpose);
  }

  #rewrittenIn<Data>(data: Data, inside: Inside): Data {
    if (typeof data !== 'object' || data === null) return data;
    // The type stays the same: arrays and objects are rebuilt with the same keys, fragments become fragments.
    if (Array.isArray(data)) return data.map((one: unknown) => this.#rewrittenIn(one, inside)) as Data;
    if (isFragment(data)) return this.#rewritten(data, inside) as Data;
    return Object.fromEntries(
      Object.entries(data).map(([key, value]: [string, unknown]) => [key, this.#rewrittenIn(value, inside)]),
    ) as Data;
  }

  #rewritten({ parts }: Fragment, inside: Inside): Fragment {
    const { model, owners, shifts, isTime } = inside;
    const isAlone = isTime && parts.length === 1;
    const columns = rootsOf(shifts).flatMap((root) => {
      const column = columnOfTime(model, root);
      return column?.isPlain ? [{ root, ...column }] : [];
    });
    const made: FragmentPart[] = [];
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index];
      if (!part) break;
      const next = parts[index + 1];
      if (part.kind === 'cube' && next?.kind === 'text') {
        const found = columns.flatMap((column) => {
          const read = column.cube === part.cube ? columnAtStart(next.text, column.name) : undefined;
          return read ? [{ ...column, ...read }] : [];
        })[0];
        if (found) {
          const isWhole = isTime && parts.length === 2 && found.rest.trim() === '';
          made.push(this.#reference(model, found.root, shifts, isWhole));
          made.push(...this.#bare(model, found.rest, columns, owners, shifts));
          index++;
        } else {
          const column = /^\s*\.\s*(?:"[^"]*"|`[^`]*`|\w+)/.exec(next.text)?.[0] ?? '';
          made.push(part, { kind: 'text', text: column });
          made.push(...this.#bare(model, next.text.slice(column.length), columns, owners, shifts));
          index++;
        }
        continue;
      }
      if (part.kind === 'text') made.push(...this.#bare(model, part.text, columns, owners, shifts));
      else if (part.kind === 'member') {
        const isPlain = part.granularity !== undefined || isAlone;
        const { kind } = requireMember(model, part.member);
        const member = kind === 'measure' ? part.member : this.#moved(model, part.member, shifts);
        if (member === part.member) made.push(part);
        else made.push({ ...part, member: isPlain ? member : this.#asDay(model, member, shifts) });
      } else if (part.kind === 'convert-zone' || part.kind === 'call' || part.kind === 'mask-choice') {
        made.push(this.#inner(part, inside));
      } else made.push(part);
    }
    return { parts: made.filter((part) => part.kind !== 'text' || part.text !== '') };
  }

  /** A mask shows or hides by the stored row. */
  #inner(part: Extract<FragmentPart, { kind: 'convert-zone' | 'call' | 'mask-choice' }>, inside: Inside): FragmentPart {
    const moved = (sql: Fragment) => this.#rewritten(sql, inside);
    switch (part.kind) {
      case 'convert-zone':
        return { ...part, sql: moved(part.sql) };
      case 'call':
        return { ...part, arguments: part.arguments.map((one) => ({ ...one, sql: moved(one.sql) })) };
      case 'mask-choice':
        return { ...part, real: moved(part.real), instead: moved(part.instead) };
    }
  }

  #bare(
    model: ModelIndex,
    text: string,
    columns: readonly { readonly root: MemberId; readonly cube: CubeName; readonly name: string }[],
    owners: readonly CubeName[],
    shifts: ShiftLists,
  ): readonly FragmentPart[] {
    const [column, ...others] = columns.filter(({ cube }) => owners.includes(cube));
    if (!column) return [{ kind: 'text', text }];
    return columnInText(text, column.name).flatMap((piece): readonly FragmentPart[] => {
      if (piece.kind === 'column') return [this.#reference(model, column.root, shifts, false)];
      return others.length > 0 && piece.kind === 'text'
        ? this.#bare(model, piece.text, others, owners, shifts)
        : [{ kind: 'text', text: piece.text }];
    });
  }

  #reference(model: ModelIndex, root: MemberId, shifts: ShiftLists, isWhole: boolean): FragmentPart {
    const member = this.#moved(model, root, shifts);
    return { kind: 'member', member: isWhole ? member : this.#asDay(model, member, shifts), path: [] };
  }

  /** SQL around a day expects a day, which a moved one is not on every engine. */
  #asDay(model: ModelIndex, id: MemberId, shifts: ShiftLists): MemberId {
    const origin = this.#origins.get(id)?.original;
    const root = origin === undefined ? undefined : requireMember(model, origin);
    if (root?.kind !== 'dimension' || root.type !== 'time' || !isDay(model, root.id)) return id;
    if (shifts.flat().some(({ by }) => by.ms % dayMs !== 0)) return id;
    const copy = copyIdOf(id, 'day');
    const sql: Fragment = {
      parts: [
        { kind: 'text', text: 'CAST(' },
        { kind: 'member', member: id, path: [] },
        { kind: 'text', text: ' AS DATE)' },
      ],
    };
    this.#made.set(copy, { ...root, id: copy, isPrimaryKey: false, expression: { kind: 'sql', sql } });
    return copy;
  }
}

function rootsOf(shifts: ShiftLists): readonly MemberId[] {
  return [...new Set(shifts.flat().map(({ dimension }) => dimension))];
}

function isFragment(data: object): data is Fragment {
  // A text composed of parts has parts of another kind, with fragments in them.
  return 'parts' in data && !('isGuarded' in data);
}
