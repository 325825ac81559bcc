import { wireParts } from '@orrery/sql';
import { ownersOf } from '../query/index.ts';
import { otherAsker, type StatementAsker } from '../question/index.ts';
import { type PlacedParameters, StatementInvalid } from '../statement/index.ts';
import { typesOf, valuesOf, type WrittenSelect } from './typed-wire.ts';
import type { BoundParameter, WireCaller, WireRun } from './wire.ts';

/** The rights that a statement runs with: those of its caller, or of the user that it names. */
export interface WireAsker extends StatementAsker {
  /** The user that the statement names by `__user`. */
  readonly user: string | undefined;
}

/** Whether a statement may name the user whose rights it runs with. */
function mayNameUser({ text, temporary }: Pick<WrittenSelect, 'text' | 'temporary'>): boolean {
  return /__user/i.test(text) || temporary?.namesUser === true;
}

/** @param texts reads the values of parameters, one of which may be the name of the user */
export async function wireAskerOf(
  written: Pick<WrittenSelect, 'text' | 'select' | 'temporary'>,
  texts: () => readonly (string | null)[],
  { runtime, principal, userNamed }: Pick<WireCaller, 'runtime' | 'principal' | 'userNamed'>,
): Promise<WireAsker> {
  const { text, select, temporary } = written;
  const values = mayNameUser(written) ? texts() : [];
  const named = values.length > 0 ? wireParts.withTexts(select, values) : select;
  const other = await otherAsker(named, { text, temporary, ...(userNamed ? { userNamed } : {}) });
  return other ? { ...other, user: other.name } : { runtime, principal, user: undefined };
}

/** A statement whose values were read as those of the user that it names. */
export interface AskedValues {
  readonly asker: WireAsker;
  /** Finds users that the caller may ask as, each of them once. */
  readonly userNamed: WireCaller['userNamed'];
  readonly parameters: PlacedParameters | undefined;
  /** The values, in the order of their numbers. */
  readonly texts: readonly (string | null)[];
}

/**
 * Reads the values of a statement. Their types are those of the model as its user has it, and one of them may name the user.
 *
 * @throws StatementInvalid
 */
export async function askedValuesOf(
  written: WrittenSelect,
  { declared, parameters: given }: Pick<WireRun, 'declared' | 'parameters'>,
  { runtime, principal, session, ...caller }: Pick<WireCaller, 'runtime' | 'principal' | 'userNamed' | 'session'>,
): Promise<AskedValues> {
  // Types and rows are those of one look-up, whatever rights change meanwhile.
  const userNamed = caller.userNamed && lookedUpOnce(caller.userNamed);
  const looking = { runtime, principal, userNamed };
  const sent = await wireAskerOf(written, () => given.map(sentText), looking);
  const typed = typesOf(written, declared, sent.runtime);
  const { zone } = session.settings;
  const parameters = valuesOf(written, typed, given, zone ?? runtime.query.defaultZone);
  const texts = parameters ? [...parameters.values.values()] : [];
  const asker = mayNameUser(written) ? await wireAskerOf(written, () => texts, looking) : sent;
  if (asker.user === sent.user) return { asker, userNamed, parameters, texts };
  const message = 'the name of the user must be sent as a text';
  throw new StatementInvalid('User Error', 'sql.type-mismatch', message);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The value as a name has it, whatever its type is; null for bytes that are no text. */
function sentText({ bytes }: BoundParameter): string | null {
  if (bytes === null) return null;
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Finds each user once, however often the name is looked up. */
function lookedUpOnce(userNamed: NonNullable<WireCaller['userNamed']>): typeof userNamed {
  const found = new Map<string, ReturnType<typeof userNamed>>();
  return (name) => {
    const known = found.get(name) ?? userNamed(name);
    found.set(name, known);
    return known;
  };
}

/** The rights of rows, without the model behind them. */
interface RowRights {
  readonly user: string | undefined;
  readonly owners: ReturnType<typeof ownersOf>;
  readonly version: string;
}

export function rightsOf({ user, principal, runtime }: WireAsker): RowRights {
  return { user, owners: ownersOf(principal), version: runtime.model.version };
}

/** Checks that rows which are read later would begin with the same rights now. @throws StatementInvalid */
export function requireSameRights(before: RowRights, asker: WireAsker): void {
  const now = rightsOf(asker);
  if (before.user !== now.user || before.owners !== now.owners) {
    const message = 'the rows were asked for with rights that do not hold any more';
    throw new StatementInvalid('User Error', 'sql.changed-rights', message);
  }
  // Equal claims have equal rights to equal models, and a model may have other policies than the one before it.
  if (before.version === now.version) return;
  const message = 'the model has changed since the rows were asked for';
  throw new StatementInvalid('User Error', 'sql.changed-model', message, { message, hint: 'Run the statement again' });
}
