import {
  type Dimension,
  type Fragment,
  type Member,
  type MemberId,
  type ModelIndex,
  renameMembers,
  type RowValue,
  copyIdOf,
} from '../../model/index.ts';
import { resolveAlias } from '../joins/requirement.ts';
import { switchesRead } from './switches.ts';

/** A value for each of some switches. */
export type World = ReadonlyMap<MemberId, string>;

/**
 * Dimensions made of switches, with fixed values of the switches: they consist of that value and of values of rows. A
 * choice by such a switch becomes its branch, so that the others are not read.
 */
export class PinnedMembers {
  /** Members in addition to those of the model. */
  readonly made = new Map<MemberId, Member>();
  readonly #worlds = new Map<string, string>();

  /** Returns the dimension for these values of the switches; itself, if it depends on none of them. */
  pin(model: ModelIndex, id: MemberId, world: World): MemberId {
    const read = switchesRead(model, id).filter((one) => world.has(one));
    if (read.length === 0) return id;
    const { member } = resolveAlias(model, id, 'dimension');
    const key = JSON.stringify(read.toSorted().map((one) => [one, world.get(one)]));
    const purpose = this.#worlds.get(key) ?? `world${this.#worlds.size + 1}`;
    this.#worlds.set(key, purpose);
    const copy = copyIdOf(member.id, purpose);
    if (!this.made.has(copy))
      this.made.set(copy, { ...member, id: copy, expression: this.#value(model, member, world) });
    return copy;
  }

  #value(model: ModelIndex, { id, type, expression }: Dimension, world: World): RowValue {
    switch (expression.kind) {
      case 'switch':
        return { kind: 'sql', sql: { parts: [{ kind: 'constant', type: 'string', value: world.get(id) ?? null }] } };
      case 'choice': {
        const on = shownSwitch(model, expression.on);
        const value = on && world.get(on);
        if (value === undefined) break;
        const branch = expression.when.find((one) => one.value.type === 'string' && one.value.text === value);
        const nothing: Fragment = { parts: [{ kind: 'constant', type, value: null }] };
        return { kind: 'sql', sql: this.#rewritten(model, branch?.sql ?? expression.otherwise ?? nothing, world) };
      }
      case 'sql':
      case 'case':
        break;
      default:
        throw new Error(`'${id}' is not made of switches`);
    }
    return this.#rewritten(model, expression, world);
  }

  #rewritten<Data>(model: ModelIndex, data: Data, world: World): Data {
    return renameMembers(data, (id) => this.pin(model, id, world));
  }
}

/** The switch of which SQL is just a name. */
function shownSwitch(model: ModelIndex, { parts: [only, ...others] }: Fragment): MemberId | undefined {
  if (only?.kind !== 'member' || others.length > 0 || model.members.get(only.member)?.kind !== 'dimension')
    return undefined;
  const { member } = resolveAlias(model, only.member, 'dimension');
  if (member.expression.kind === 'switch') return member.id;
  return member.expression.kind === 'sql' ? shownSwitch(model, member.expression.sql) : undefined;
}
