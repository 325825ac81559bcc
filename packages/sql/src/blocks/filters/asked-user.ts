import { shownLiteral } from '@orrery/kernel';
import type { Scalar } from '../../relation/index.ts';
import { columnsRead, testedTrue } from '../../relation/index.ts';
import { refuseUnsupported, StatementRefused } from '../../refusal.ts';
import type { BaseColumns } from '../part.ts';

/** The user of the account with whose rights a part of a statement runs. */
export interface StatementUser {
  readonly name: string;
  readonly position?: number;
}

/** Functions that leave the name of a user what it is: names are found whatever the case of their letters. */
const keepsName: ReadonlySet<string> = new Set(['lower', 'upper', 'trim', 'btrim']);

/**
 * Takes the conditions on `__user` out of those of a selection.
 *
 * @throws StatementRefused for conditions that do not say one user
 */
export function takeUser(
  filters: readonly Scalar[],
  base: BaseColumns,
): { readonly user?: StatementUser; readonly rest: readonly Scalar[] } {
  const rest: Scalar[] = [];
  const users: StatementUser[] = [];
  let present: Scalar | undefined;
  for (const written of filters) {
    const filter = withoutTruth(written);
    if (!readsUser(filter, base)) rest.push(written);
    else if (filter.kind === 'is-null' && filter.isNegated && isUser(filter.operand, base)) present = filter;
    else users.push(userOf(filter, base));
  }
  const [user, ...others] = users;
  if (!user) return present ? refuseTest(present) : { rest };
  const other = others.find(({ name }) => name !== user.name);
  return other ? refuseSeveral(other.position) : { user, rest };
}

/** Returns the condition below any number of `= TRUE`. */
function withoutTruth(filter: Scalar): Scalar {
  let at = filter;
  for (let next = testedTrue(at); next; next = testedTrue(at)) at = next;
  return at;
}

function readsUser(scalar: Scalar, base: BaseColumns): boolean {
  return columnsRead(scalar).some((id) => base.get(id)?.role.kind === 'user');
}

function userOf(filter: Scalar, base: BaseColumns): StatementUser {
  if (filter.kind === 'or') {
    throw new StatementRefused({
      kind: 'Rewrite Error',
      code: 'sql.user',
      message: "Can't use OR operator with __user column",
    });
  }
  const position = 'position' in filter ? filter.position : undefined;
  const [tested, ...items] = operandsOf(filter, base);
  if (!tested || !isUser(tested, base)) return refuseTest(filter);
  const names = items.map(nameIn);
  const [name, ...others] = names;
  if (name === undefined || names.includes(undefined)) return refuseTest(filter);
  if (others.some((other) => other !== name)) return refuseSeveral(position);
  return { name, ...(position === undefined ? {} : { position }) };
}

/** Lists the tested value and those that it is compared with. */
function operandsOf(filter: Scalar, base: BaseColumns): readonly Scalar[] {
  if (filter.kind === 'in-list') return filter.isNegated ? [] : [filter.operand, ...filter.items];
  if (filter.kind !== 'call' || filter.function.name !== '=') return [];
  const [left, right] = filter.arguments;
  if (!left || !right) return [];
  return isUser(left, base) ? [left, right] : [right, left];
}

function isUser(scalar: Scalar, base: BaseColumns): boolean {
  const inner = nameExpression(scalar);
  return inner.kind === 'column' && base.get(inner.column)?.role.kind === 'user';
}

function nameIn(scalar: Scalar): string | undefined {
  const inner = nameExpression(scalar);
  return inner.kind === 'constant' && inner.value !== null && inner.value !== '' ? inner.value : undefined;
}

function nameExpression(scalar: Scalar): Scalar {
  let at = scalar;
  for (;;) {
    if (at.kind === 'cast') {
      at = at.operand;
      continue;
    }
    const [first, ...others] = at.kind === 'call' && keepsName.has(at.function.name) ? at.arguments : [];
    if (!first || others.length > 0) return at;
    at = first;
  }
}

function refuseTest(filter: Scalar): never {
  const position = 'position' in filter ? filter.position : undefined;
  return refuseUnsupported('sql.user', '__user is compared with a user name by = only', position);
}

function refuseSeveral(position: number | undefined): never {
  return refuseUser('Unable to use multiple __user in one Cube query', position);
}

function refuseUser(message: string, position: number | undefined): never {
  throw new StatementRefused({
    kind: 'User Error',
    code: 'sql.user',
    message,
    ...(position === undefined ? {} : { position }),
  });
}

/**
 * Refuses a part of a statement whose user is not the one with whose rights it is bound.
 *
 * @param asked the user of the part @param bound the user of the whole statement; absent: the caller
 * @param callerName returns the name of the user that signed in
 */
export function requireUser(
  asked: StatementUser | undefined,
  { bound, callerName }: { readonly bound: string | undefined; readonly callerName: () => string },
  position: number,
): void {
  if (asked?.name === bound) return;
  if (bound === undefined) {
    const message = `You cannot change security context via __user from ${shownLiteral(callerName())} to ${shownLiteral(asked?.name)}, because it's not allowed.`;
    refuseUser(message, asked?.position);
  }
  refuseUnsupported(
    'sql.user-mixed',
    `Every part of the statement that reads the model must have the same condition on __user as the others`,
    asked?.position ?? position,
    `Add __user = '${shownLiteral(bound)}' to each of them, or ask for the rows of each user in a statement of its own`,
  );
}
