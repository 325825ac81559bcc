import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConfigProblem, isRecord } from '@orrery/kernel';
import { PositionedYaml, type YamlEntry } from '@orrery/config';
import type { AccessTest, Expectation, TestedMember, QueryTest, ExpectedRow } from './access-test.ts';

const accessTestsFolder = 'access_tests';

export interface ReadTests {
  readonly tests: readonly AccessTest[];
  readonly problems: readonly ConfigProblem[];
}

/** Keys of the mappings of a file, outermost first. */
export const accessTestKeys = {
  file: ['tests'],
  test: ['name', 'as', 'sees', 'must_not_see', 'queries'],
  query: ['query', 'rows', 'count', 'refused'],
} as const;

/** Reads every file of the folder next to the model, sorted by name. */
export async function readAccessTests(project: string): Promise<ReadTests> {
  const files: string[] = [];
  for await (const file of glob(`${accessTestsFolder}/**/*.{yml,yaml}`, { cwd: project })) files.push(file);
  const read: ReadTests[] = [];
  for (const file of files.sort()) read.push(readAccessTestFile(await readFile(join(project, file), 'utf8'), file));
  return { tests: read.flatMap(({ tests }) => tests), problems: read.flatMap(({ problems }) => problems) };
}

export function readAccessTestFile(text: string, file: string): ReadTests {
  const yaml = new PositionedYaml(text, file, {});
  const entries = byKey(yaml, yaml.root, file, accessTestKeys.file);
  const list = entries.get('tests');
  if (!list) yaml.refuse(yaml.root, "The file has no 'tests'.");
  const tests = list ? yaml.items(list).flatMap((item) => readTest(yaml, item) ?? []) : [];
  return { tests, problems: yaml.problems };
}

function readTest(yaml: PositionedYaml, item: YamlEntry): AccessTest | undefined {
  const entries = byKey(yaml, item.value, 'a test', accessTestKeys.test);
  const [named, as] = [entries.get('name'), entries.get('as')];
  if (!named) yaml.refuse(item.keyNode, "A test needs a 'name'.");
  const name = named && yaml.text(named);
  if (!as) yaml.refuse(item.keyNode, "A test needs 'as': the security context of the caller.");
  const context = as && yaml.plain(as);
  if (as && !isRecord(context)) yaml.refuse(as.keyNode, "'as' must be a mapping: the security context of the caller.");
  const members = (key: string): readonly TestedMember[] => {
    const entry = entries.get(key);
    if (!entry) return [];
    return yaml.items(entry).flatMap((one): TestedMember[] => {
      const text = yaml.text(one);
      return text === undefined ? [] : [{ name: text, place: yaml.placeOf(one.value) }];
    });
  };
  const [sees, mustNotSee] = [members('sees'), members('must_not_see')];
  const asked = entries.get('queries');
  const queries = asked ? yaml.items(asked).flatMap((one) => readQuery(yaml, one) ?? []) : [];
  if (sees.length + mustNotSee.length + queries.length === 0)
    yaml.refuse(item.keyNode, "A test has no effect: it needs 'sees', 'must_not_see' or 'queries'.");
  if (name === undefined || !isRecord(context)) return undefined;
  return { name, as: context, asPlace: yaml.placeOf(as?.keyNode ?? null), sees, mustNotSee, queries };
}

function readQuery(yaml: PositionedYaml, item: YamlEntry): QueryTest | undefined {
  const entries = byKey(yaml, item.value, 'a query', accessTestKeys.query);
  const query = entries.get('query');
  if (!query) yaml.refuse(item.keyNode, "It has no 'query'.");
  const given = (['rows', 'count', 'refused'] as const).flatMap((key) => entries.get(key) ?? []);
  const [only, another] = given;
  if (!only) yaml.refuse(item.keyNode, "It expects nothing: it needs 'rows', 'count' or 'refused'.");
  if (another) yaml.refuse(another.keyNode, `It expects '${only?.key}' already.`);
  const expected = only && readExpectation(yaml, only);
  if (!query || !expected) return undefined;
  return { query: yaml.plain(query), place: yaml.placeOf(query.keyNode), expected };
}

function readExpectation(yaml: PositionedYaml, entry: YamlEntry): Expectation | undefined {
  const place = yaml.placeOf(entry.keyNode);
  const value = yaml.plain(entry);
  if (entry.key === 'rows') {
    if (Array.isArray(value) && value.every(isRecord))
      return { kind: 'rows', rows: value as readonly ExpectedRow[], place };
    yaml.refuse(entry.keyNode, "'rows' must be a list of mappings, each from column to value.");
    return undefined;
  }
  if (entry.key === 'count') {
    const count = yaml.integer(entry, 0, Number.MAX_SAFE_INTEGER);
    return count === undefined ? undefined : { kind: 'count', count, place };
  }
  if (value === true) return { kind: 'refused', place };
  if (typeof value === 'string' && value !== '') return { kind: 'refused', text: value, place };
  yaml.refuse(entry.keyNode, "'refused' must be true, or a text of the message.");
  return undefined;
}

function byKey(
  yaml: PositionedYaml,
  node: YamlEntry['value'],
  where: string,
  keys: readonly string[],
): ReadonlyMap<string, YamlEntry> {
  return new Map(yaml.entries(node, where, keys).map((entry) => [entry.key, entry]));
}
