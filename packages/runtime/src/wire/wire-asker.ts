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

/** @param texts values of parameters, one of which may be the name of the user */
export async function wireAskerOf(
  { text, select, temporary }: Pick<WrittenSelect, 'text' | 'select' | 'temporary'>,
  texts: readonly (string | null)[],
  { runtime, principal, userNamed }: Pick<WireCaller, 'runtime' | 'principal' | 'userNamed'>,
): Promise<WireAsker> {
  const isNamed = texts.length > 0 && (/__user/i.test(text) || temporary?.namesUser);
  const named = isNamed ? wireParts.withTexts(select, texts) : select;
  const other = await otherAsker(named, { text, temporary, ...(userNamed ? { userNamed } : {}) });
  return other ? { ...other, user: other.name } : { runtime, principal, user: undefined };
}

/** A statement whose values were read as those of the user that it names. */
export interface AskedValues {
  readonly asker: WireAsker;
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
  caller: Pick<WireCaller, 'runtime' | 'principal' | 'userNamed' | 'session'>,
): Promise<AskedValues> {
  const sent = await wireAskerOf(written, given.map(sentText), caller);
  const typed = typesOf(written, declared, sent.runtime);
  const { zone } = caller.session.settings;
  const parameters = valuesOf(written, typed, given, zone ?? caller.runtime.query.defaultZone);
  const texts = parameters ? [...parameters.values.values()] : [];
  const asker = await wireAskerOf(written, texts, caller);
  if (asker.user === sent.user) return { asker, parameters, texts };
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
export function lookedUpOnce(userNamed: NonNullable<WireCaller['userNamed']>): typeof userNamed {
  const found = new Map<string, ReturnType<typeof userNamed>>();
  return (name) => {
    const known = found.get(name) ?? userNamed(name);
    found.set(name, known);
    return known;
  };
}

/** Checks that rows which are taken in parts would begin with the same rights now. @throws StatementInvalid */
export function requireSameRights(before: WireAsker, now: WireAsker): void {
  if (before.user !== now.user || ownersOf(before.principal) !== ownersOf(now.principal)) {
    const message = 'the rows were asked for with rights that do not hold any more';
    throw new StatementInvalid('User Error', 'sql.changed-rights', message);
  }
  // Equal claims have equal rights to equal models, and a model may have other policies than the one before it.
  if (before.runtime.model.version === now.runtime.model.version) return;
  const message = 'the model has changed since the rows were asked for';
  throw new StatementInvalid('User Error', 'sql.changed-model', message, { message, hint: 'Run the statement again' });
}
