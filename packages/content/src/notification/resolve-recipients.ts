import { users as usersOf } from '@orrery/people';
import { sql, type Transaction } from 'kysely';
import type { Tables } from '@orrery/store';
import { emailFault, externalIdFault, tenantNameFault } from '@orrery/people';
import { type InputProblem, readInPieces } from '@orrery/kernel';
import { embedAddress, userAddress } from './recipient.ts';

/** A recipient to add, as named in a request. */
export interface RecipientInput {
  readonly type: 'USER' | 'EMBED_USER' | 'SLACK';
  readonly userId?: number | null | undefined;
  readonly email?: string | null | undefined;
  readonly embedTenantName?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  /** Exact list of groups, as in sessions. */
  readonly groups?: readonly string[] | null | undefined;
  /** Attributes to change, others stay; `null` clears. */
  readonly userAttributes?:
    | readonly { readonly name: string; readonly value?: ViewerAttribute | null | undefined }[]
    | null
    | undefined;
  readonly securityContext?: Readonly<Record<string, unknown>> | null | undefined;
}

type ViewerAttribute = string | number | readonly string[] | readonly number[];

/** Recipients without duplicates; the last entry for each counts. */
export interface Resolved {
  readonly users: readonly ResolvedUser[];
  readonly viewers: readonly ViewerRecipient[];
  readonly faults: readonly InputProblem[];
}

export interface ResolvedUser {
  readonly userId: number;
  /** Index of the entry in the request. */
  readonly index: number;
  readonly isActive: boolean;
}

/** A viewer, who may not exist yet. */
export interface ViewerRecipient {
  readonly index: number;
  readonly embedTenantName: string;
  readonly externalId: string;
  readonly email: string | undefined;
  readonly groups: readonly string[] | undefined;
  readonly userAttributes: ReadonlyMap<string, ViewerAttribute | null> | undefined;
  readonly securityContext: Readonly<Record<string, unknown>> | undefined;
}

interface KnownUser {
  readonly id: number;
  readonly email: string | null;
  readonly status: string;
}

/** Resolves the entries to users and viewers; writes nothing. */
export async function resolveRecipients(
  transaction: Transaction<Tables>,
  accountId: number,
  inputs: readonly RecipientInput[],
): Promise<Resolved> {
  const people = await peopleNamed(transaction, accountId, inputs);
  const users = new Map<number, ResolvedUser>();
  const viewers = new Map<string, ViewerRecipient>();
  const faults: InputProblem[] = [];
  for (const [index, input] of inputs.entries()) {
    const found = shapeFaults(input);
    if (found.length === 0 && input.type === 'USER') {
      const person = personOf(people, input);
      if ('message' in person) found.push(person);
      else users.set(person.id, { userId: person.id, index, isActive: person.status !== 'deactivated' });
    }
    if (found.length === 0 && input.type === 'EMBED_USER') {
      const viewer = viewerOf(index, input);
      viewers.set(`${viewer.embedTenantName}/${viewer.externalId}`, viewer);
    }
    faults.push(...found.map(({ path, message }) => ({ path: fieldOfRecipient(index, path), message })));
  }
  return { users: [...users.values()], viewers: [...viewers.values()], faults };
}

/** `recipients.3.email`. */
export function fieldOfRecipient(index: number, field: string): string {
  return `recipients.${index}.${field}`;
}

/** Refuses fields that an entry's type does not use: they would seem to have an effect. */
const only: Readonly<Record<'USER' | 'EMBED_USER', readonly (keyof RecipientInput)[]>> = {
  USER: ['embedTenantName', 'externalId', 'groups', 'userAttributes', 'securityContext'],
  EMBED_USER: ['userId'],
};

function shapeFaults(input: RecipientInput): InputProblem[] {
  const { type, email, embedTenantName, externalId, userAttributes } = input;
  if (type === 'SLACK') return [{ path: 'type', message: 'is SLACK, which is not supported' }];
  const faults: InputProblem[] = only[type].flatMap((field) =>
    input[field] === undefined || input[field] === null
      ? []
      : [{ path: field, message: `is not for a recipient of type ${type}` }],
  );
  const add = (field: string, fault: string | undefined) => {
    if (fault !== undefined) faults.push({ path: field, message: fault });
  };
  if (email !== undefined && email !== null) add('email', emailFault(email.trim()));
  if (type === 'USER') return faults;
  add('embedTenantName', embedTenantName ? tenantNameFault(embedTenantName) : 'is missing');
  add('externalId', externalId ? externalIdFault(externalId) : 'is missing');
  const names = (userAttributes ?? []).map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  if (twice.length > 0) add('userAttributes', `has ${[...new Set(twice)].join(', ')} twice`);
  return faults;
}

interface UsersOfAccount {
  readonly byId: ReadonlyMap<number, KnownUser>;
  readonly byEmail: ReadonlyMap<string, readonly KnownUser[]>;
}

async function peopleNamed(
  transaction: Transaction<Tables>,
  accountId: number,
  inputs: readonly RecipientInput[],
): Promise<UsersOfAccount> {
  const users = inputs.filter(({ type }) => type === 'USER');
  const ids = [...new Set(users.flatMap(({ userId }) => userId ?? []))];
  const emails = [...new Set(users.flatMap(({ email }) => (email ? [emailKey(email)] : [])))];
  const internal = () => usersOf(transaction).where('account_id', '=', accountId).where('kind', '=', 'internal');
  const found = await readInPieces(ids, (some) => internal().where('id', 'in', some).execute());
  const byId = new Map(found.map((person) => [person.id, person]));
  const named = await readInPieces(emails, (some) => internal().where(sql<string>`lower(email)`, 'in', some).execute());
  return { byId, byEmail: Map.groupBy(named, ({ email }) => emailKey(email ?? '')) };
}

function personOf({ byId, byEmail }: UsersOfAccount, { userId, email }: RecipientInput): KnownUser | InputProblem {
  const given = userId ?? undefined;
  const person = given === undefined ? undefined : byId.get(given);
  if (given !== undefined && !person) return { path: 'userId', message: 'is no user of the account' };
  if (!email) {
    if (!person) return { path: 'userId', message: 'is missing; give it or the email' };
    return userAddress(person.email) === undefined ? { path: 'userId', message: 'has no e-mail address' } : person;
  }
  const found = byEmail.get(emailKey(email)) ?? [];
  if (person) {
    return found.some(({ id }) => id === person.id)
      ? person
      : { path: 'email', message: `is not that of user ${person.id}` };
  }
  const [one, other] = found;
  if (!one) return { path: 'email', message: 'is that of no user of the account' };
  return other ? { path: 'email', message: 'is that of several users; give the userId' } : one;
}

/** @param input without faults */
function viewerOf(index: number, input: RecipientInput): ViewerRecipient {
  const { embedTenantName, externalId, email, groups, userAttributes, securityContext } = input;
  return {
    index,
    embedTenantName: embedTenantName ?? '',
    externalId: externalId ?? '',
    email: email?.trim() || undefined,
    groups: groups ?? undefined,
    userAttributes: userAttributes
      ? new Map(userAttributes.map(({ name, value }) => [name, value ?? null]))
      : undefined,
    securityContext: securityContext ?? undefined,
  };
}

function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** @param stored address of an existing viewer */
export function viewerHasAddress({ email, externalId }: ViewerRecipient, stored: string | undefined): boolean {
  return embedAddress(email ?? stored, externalId) !== undefined;
}
