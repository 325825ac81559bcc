import type { MemberId } from '@orrery/semantic';
import {
  type BoundStatement,
  type ColumnId,
  type Computed,
  columnsOf,
  columnsRead,
  mapScalars,
  mapScalarsOf,
  type Relation,
  type Scalar,
  scalarsIn,
  conjuncts,
} from '../relation/index.ts';
import { refuseUnsupported } from '../refusal.ts';

/** The granularity in place of the one that a statement writes; undefined where it stays. */
type GrainOf = (member: MemberId) => string | undefined;

/**
 * Replaces the unit of `DATE_TRUNC` over times of the model, wherever a statement shows, groups or sorts by it. Conditions
 * keep what they are: they choose rows.
 *
 * @throws StatementRefused where a condition or an arithmetic reads a replaced bucket, and relies on its unit
 */
export function withTimeGrains(statement: BoundStatement, grainOf: GrainOf): BoundStatement {
  const grains = new Grains(statement, grainOf);
  const shared = statement.shared.map((one) => ({ ...one, relation: grains.of(one.relation) }));
  return { ...statement, shared, relation: grains.of(statement.relation) };
}

class Grains {
  readonly #statement: BoundStatement;
  readonly #grainOf: GrainOf;
  /** Times of the model, by the columns that show them. */
  readonly #members = new Map<ColumnId, MemberId>();
  /** Columns that show a replaced bucket, or what is computed from one. */
  readonly #replaced = new Set<ColumnId>();
  /** Expressions in which something is replaced. */
  readonly #made = new WeakSet<Scalar>();

  constructor(statement: BoundStatement, grainOf: GrainOf) {
    this.#statement = statement;
    this.#grainOf = grainOf;
  }

  of(relation: Relation): Relation {
    switch (relation.kind) {
      case 'piece':
        for (const { id, role } of relation.columns) if (role.kind === 'dimension') this.#members.set(id, role.member);
        return relation;
      case 'shared': {
        const given = this.#statement.shared[relation.shared];
        if (given) this.#follow(columnsOf(given.relation), relation.columns);
        return relation;
      }
      case 'catalog':
      case 'recursion':
      case 'values':
      case 'function':
      case 'block':
        return relation;
      case 'filter': {
        const input = this.of(relation.input);
        this.#requireOwn(relation.condition);
        return { ...relation, input };
      }
      case 'join': {
        const [left, right] = [this.of(relation.left), this.of(relation.right)];
        if (relation.on) this.#requireOwn(relation.on);
        return { ...relation, left, right };
      }
      case 'recursive':
      case 'set': {
        const [left, right] = [this.of(relation.left), this.of(relation.right)];
        for (const side of [left, right]) this.#follow(columnsOf(side), relation.columns);
        return { ...relation, left, right };
      }
      case 'project': {
        const input = this.of(relation.input);
        return { ...relation, input, items: this.#computed(relation.items) };
      }
      case 'aggregate': {
        const input = this.of(relation.input);
        const { calls } = relation;
        for (const one of scalarsIn({ kind: 'aggregate', input: nothing, groups: [], calls })) this.#check(one);
        return { ...relation, input, groups: this.#computed(relation.groups) };
      }
      case 'window':
      case 'sort':
      case 'limit':
      case 'distinct': {
        const input = this.of(relation.input);
        return { ...mapScalarsOf({ ...relation, input: nothing }, (one) => this.#scalar(one)), input } as Relation;
      }
    }
  }

  #computed(items: readonly Computed<Scalar>[]): readonly Computed<Scalar>[] {
    return items.map(({ column, expression }) => {
      const made = this.#scalar(expression);
      const time = timeOf(made);
      const member = time === undefined ? undefined : this.#members.get(time);
      if (member !== undefined) this.#members.set(column.id, member);
      if (made !== expression || this.#readsReplaced(made)) this.#replaced.add(column.id);
      return { column, expression: made };
    });
  }

  /** The same expression where nothing is replaced in it. */
  #scalar(scalar: Scalar): Scalar {
    if (scalar.kind !== 'column' && scalar.type.name === 'bool') {
      this.#requireOwn(scalar);
      return scalar;
    }
    let isOther = false;
    const inner = mapScalars(
      scalar,
      (one) => {
        const made = this.#scalar(one);
        isOther ||= made !== one;
        return made;
      },
      (query) => this.of(query),
    );
    const whole = isOther || scalar.kind === 'scalar-query' ? inner : scalar;
    if (isOther) this.#made.add(whole);
    this.#requireKept(whole);
    if (whole.kind !== 'call' || whole.function.name !== 'date_trunc') return whole;
    const [unit, time, ...others] = whole.arguments;
    const column = time && timeOf(time);
    const member = column === undefined ? undefined : this.#members.get(column);
    if (unit?.kind !== 'constant' || !time || member === undefined) return whole;
    const grain = this.#grainOf(member);
    if (grain === undefined || grain === unit.value?.toLowerCase()) return whole;
    const replaced = { ...whole, arguments: [{ ...unit, value: grain }, time, ...others] };
    this.#made.add(replaced);
    return replaced;
  }

  /** Looks at an expression in which nothing is replaced. */
  #check(scalar: Scalar): void {
    if (scalar.kind !== 'column' && scalar.type.name === 'bool') return this.#requireOwn(scalar);
    this.#requireKept(scalar);
    mapScalars(
      scalar,
      (one) => {
        this.#check(one);
        return one;
      },
      (query) => query,
    );
  }

  #follow(from: readonly { readonly id: ColumnId }[], to: readonly { readonly id: ColumnId }[]): void {
    for (const [index, { id }] of to.entries()) {
      const source = from[index]?.id ?? id;
      const member = this.#members.get(source);
      if (member !== undefined) this.#members.set(id, member);
      if (this.#replaced.has(source)) this.#replaced.add(id);
    }
  }

  #readsReplaced(scalar: Scalar): boolean {
    return this.#replaced.size > 0 && columnsRead(scalar).some((id) => this.#replaced.has(id));
  }

  /** Functions that name a bucket may read it; others reckon with its unit. */
  #requireKept(scalar: Scalar): void {
    if (scalar.kind !== 'call' || naming.has(scalar.function.name)) return;
    const bucket = scalar.arguments.find((one) => times.has(one.type.name) && this.#isOfBucket(one));
    if (bucket) refuseGrain(`'${scalar.function.name}' reckons with`, scalar.position);
  }

  #isOfBucket(scalar: Scalar): boolean {
    return this.#made.has(scalar) || this.#readsReplaced(scalar);
  }

  /** Buckets may be compared with each other, and with NULL. */
  #requireOwn(condition: Scalar): void {
    for (const one of conjuncts(condition)) {
      if (!this.#readsReplaced(one)) continue;
      const compared = one.kind === 'distinct-from' ? [one.left, one.right] : equated(one);
      if (one.kind === 'is-null' || (compared && compared.every((side) => this.#isBucket(side)))) continue;
      refuseGrain('A condition compares', 'position' in one ? one.position : undefined);
    }
  }

  #isBucket(scalar: Scalar): boolean {
    return scalar.kind === 'column' && this.#replaced.has(scalar.column);
  }
}

/** Functions over a time that tell which one it is. */
const naming: ReadonlySet<string> = new Set(['to_char', 'extract', 'date_part', 'concat', 'concat_ws', 'format']);
const times: ReadonlySet<string> = new Set(['timestamp', 'timestamptz', 'date']);

function refuseGrain(what: string, position: number | undefined): never {
  const message = `${what} a DATE_TRUNC whose unit a time grain replaces`;
  return refuseUnsupported('sql.time-grain', message, position, 'Use the time itself');
}

const nothing: Relation = { kind: 'values', columns: [], rows: [] };

function equated(scalar: Scalar): readonly Scalar[] | undefined {
  return scalar.kind === 'call' && scalar.function.name === '=' ? scalar.arguments : undefined;
}

/** The column of a time, also below a cast that keeps it. */
function timeOf(scalar: Scalar): ColumnId | undefined {
  if (scalar.kind === 'column') return scalar.column;
  const isKept = scalar.kind === 'cast' && scalar.type.name === 'timestamp' && scalar.type.modifier === undefined;
  return isKept && scalar.operand.type.name === 'timestamp' ? timeOf(scalar.operand) : undefined;
}
