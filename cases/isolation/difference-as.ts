import type { CompileOptions } from '@orrery/semantic';
import { type Answer, answer, type WorldQuery } from '../proof/answer.ts';
import { type Difference, differenceFrom, type Given } from '../proof/compare.ts';
import { nameInView, type World } from '../proof/world.ts';
import { askedOf, mayName, read, type Reader } from './reading.ts';

/** Answers the queries of an identity. */
export type AskAs = (query: WorldQuery, options: CompileOptions) => Given | Promise<Given>;

export interface Comparison {
  /** The outcome that the rules require. */
  readonly kind: 'denied' | 'rows' | 'refused' | 'unsettled';
  readonly difference: Difference | undefined;
}

/** How the answer to an identity differs from that over what the rules leave it. */
export async function compareAs(
  reader: Reader,
  query: WorldQuery,
  ask: AskAs,
  variants?: readonly boolean[],
): Promise<Comparison> {
  const reading = read(reader, query);
  if (reading.kind === 'denied') {
    return { kind: 'denied', difference: await notRefused(reader, query, ask, reading.members) };
  }
  const expected = answer(reading.world, query);
  const difference = await differenceFrom(expected, query, (options) => ask(query, options), variants);
  return { kind: expected.kind, difference: difference ?? (await namesInRefusal(reader, query, expected, ask)) };
}

/** Checks that a denied member is refused like a missing one, without any difference. */
async function notRefused(reader: Reader, query: WorldQuery, ask: AskAs, denied: readonly string[]) {
  const given = await ask(query, {});
  if (given.ok) return { ...difference(`answered, though ${denied.join(', ')} is denied`), sql: given.text };
  const named = namedBeyond(reader, query, given.words);
  if (named) return difference(`the refusal names ${named}: ${given.words}`);
  const asAbsent = await ask(
    renamed(query, denied, (id) => absentName(reader, id)),
    {},
  );
  if (asAbsent.ok) throw new Error('a member that there is not was answered');
  const back = denied.reduce((text, id) => textWith(text, absentName(reader, id), id), asAbsent.words);
  if (withoutHints(given.words) === withoutHints(back)) return undefined;
  return difference(`refused as\n${given.words}\nwhere what there is not is refused as\n${back}`);
}

async function namesInRefusal(reader: Reader, query: WorldQuery, expected: Answer, ask: AskAs) {
  if (expected.kind === 'rows') return undefined;
  const given = await ask(query, {});
  const named = given.ok ? undefined : namedBeyond(reader, query, given.words);
  return named === undefined ? undefined : difference(`the refusal names ${named}: ${given.ok ? '' : given.words}`);
}

function difference(what: string): Difference {
  return { what, expected: [], given: [] };
}

/** They offer what is spelled alike. */
function withoutHints(words: string): string {
  return words.replaceAll(/,"hint":"(?:[^"\\]|\\.)*"/g, '');
}

/** A member that is kept from the caller and was not named by it. */
export function namedBeyond(reader: Reader, query: WorldQuery, text: string): string | undefined {
  const own = new Set(askedOf(query));
  return idsOf(reader.guarded.world).find((id) => !own.has(id) && !mayName(reader, id) && mentions(text, id));
}

export function mentions(text: string, id: string): boolean {
  return new RegExp(`(?<![\\w.])${id.replace('.', '\\.')}(?!\\w)`).test(text);
}

export function idsOf({ cubes, views }: World): readonly string[] {
  const own = cubes.flatMap(({ name, dimensions, measures, segments }) =>
    [...dimensions, ...measures, ...segments].map((member) => `${name}.${member.name}`),
  );
  const included = views.flatMap(({ name, includes }) =>
    includes.flatMap((inclusion) => inclusion.members.map((member) => `${name}.${nameInView(inclusion, member)}`)),
  );
  return [...own, ...included];
}

/** Returns a missing name: in the same cube if the caller sees part of it, else in a missing cube. */
function absentName(reader: Reader, id: string): string {
  const [piece = '', member = ''] = id.split('.');
  const seesPiece = idsOf(reader.guarded.world).some((one) => one.startsWith(`${piece}.`) && mayName(reader, one));
  return seesPiece ? `${piece}.absent_${member}` : `absent_${piece}.absent_${member}`;
}

function renamed(query: WorldQuery, ids: readonly string[], name: (id: string) => string): WorldQuery {
  const text = ids.reduce(
    (changed, id) => changed.replaceAll(`"${id}"`, `"${name(id)}"`).replaceAll(`"${id}.`, `"${name(id)}.`),
    JSON.stringify(query),
  );
  return JSON.parse(text); // a query, as before
}

function textWith(text: string, from: string, to: string): string {
  const [fromPiece = '', fromMember = ''] = from.split('.');
  const [toPiece = '', toMember = ''] = to.split('.');
  return text.replaceAll(from, to).replaceAll(fromMember, toMember).replaceAll(fromPiece, toPiece);
}
