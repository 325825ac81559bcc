import type { YamlEntry } from '@orrery/config';
import { type ConfigProblem, didYouMean } from '@orrery/kernel';
import { agentChoices, agentKeys } from './agent-keys.ts';
import { AgentYaml, type YamlEntries } from './agent-yaml.ts';
import { configurationBounds } from './bounds.ts';
import { type ConfiguredAgent, implicitName, type ModelChoice, type SourcePosition } from './configuration.ts';
import { readCertifiedQuery, readRule, readSkill } from './read-items.ts';
import type { ConfiguredItems } from './found-items.ts';

export interface ReadConfig {
  /** `false`: one agent in one space, both with the implicit name. */
  readonly isSeveral: boolean;
  readonly spaces: readonly { readonly name: string; readonly description?: string | undefined }[];
  readonly agents: readonly ConfiguredAgent[];
  readonly problems: readonly ConfigProblem[];
  readonly notices: readonly ConfigProblem[];
}

const { spaces: mostSpaces, agents: mostAgents } = configurationBounds;

/** Reads `agents/config.yml`, and puts what is written inline to what was found. */
export function readConfigFile(text: string, file: string, found: ConfiguredItems): ReadConfig {
  const yaml = new AgentYaml(text, file);
  const notices: ConfigProblem[] = [];
  const entries = yaml.entries(yaml.root, file, [...agentKeys.single, ...agentKeys.several]);
  const several = agentKeys.several.flatMap((key) => entries.get(key) ?? []);
  const isSeveral = several.length > 0;
  const read = isSeveral ? readSeveral(yaml, entries, found, notices) : readSingle(yaml, entries, found, notices);
  return { isSeveral, ...read, problems: yaml.problems, notices };
}

type ConfigParts = Pick<ReadConfig, 'spaces' | 'agents'>;

function readSingle(
  yaml: AgentYaml,
  entries: YamlEntries,
  found: ConfiguredItems,
  notices: ConfigProblem[],
): ConfigParts {
  readTold(yaml, entries, implicitName, found);
  const agent = { name: implicitName, space: implicitName, ...readSettings(yaml, entries, notices) };
  return { spaces: [{ name: implicitName }], agents: [agent] };
}

function readSeveral(
  yaml: AgentYaml,
  entries: YamlEntries,
  found: ConfiguredItems,
  notices: ConfigProblem[],
): ConfigParts {
  const [first] = agentKeys.several.filter((key) => entries.has(key));
  for (const key of agentKeys.single) {
    const entry = entries.get(key);
    if (entry)
      yaml.refuse(
        entry.keyNode,
        `'${entry.key}' is for a file with one agent, and cannot stand beside '${first}'.`,
        key === 'rules' || key === 'certified_queries' || key === 'skills'
          ? 'Move it into a space.'
          : 'Move it into an agent.',
      );
  }
  const spaces = bounded(yaml, entries.get('spaces'), mostSpaces).flatMap((item) => readSpace(yaml, item, found) ?? []);
  const agents = bounded(yaml, entries.get('agents'), mostAgents).flatMap(
    (item) => readAgent(yaml, item, spaces, notices) ?? [],
  );
  const whole = yaml.root;
  if (!entries.has('agents')) yaml.refuse(whole, "There are spaces and no 'agents'.", 'An agent names its space.');
  unique(yaml, spaces, 'space');
  unique(yaml, agents, 'agent');
  return { spaces: spaces.map(({ value }) => value), agents: agents.map(({ value }) => value) };
}

interface PlacedValue<T> {
  readonly value: T;
  readonly node: YamlEntry['value'];
}

function readSpace(
  yaml: AgentYaml,
  item: YamlEntry,
  found: ConfiguredItems,
): PlacedValue<{ readonly name: string; readonly description?: string | undefined }> | undefined {
  const entries = yaml.entries(item.value, 'a space', agentKeys.space);
  if (!entries.has('name')) yaml.refuse(item.keyNode, "A space needs a 'name'.");
  const name = yaml.name(entries.get('name'));
  const description = yaml.text(entries.get('description'), configurationBounds.description);
  readTold(yaml, entries, name ?? '', found);
  if (name === undefined) return undefined;
  return { value: { name, ...(description ? { description } : {}) }, node: entries.get('name')?.value ?? null };
}

function readAgent(
  yaml: AgentYaml,
  item: YamlEntry,
  spaces: readonly PlacedValue<{ readonly name: string }>[],
  notices: ConfigProblem[],
): PlacedValue<ConfiguredAgent> | undefined {
  const entries = yaml.entries(item.value, 'an agent', agentKeys.agent);
  for (const key of ['name', 'space']) if (!entries.has(key)) yaml.refuse(item.keyNode, `An agent needs a '${key}'.`);
  const name = yaml.name(entries.get('name'));
  const space = yaml.name(entries.get('space'));
  const description = yaml.text(entries.get('description'), configurationBounds.description);
  const settings = readSettings(yaml, entries, notices);
  const names = spaces.map(({ value }) => value.name);
  const named = entries.get('space');
  if (named && space !== undefined && !names.includes(space))
    yaml.refuse(named.value, `There is no space '${space}'.`, spacesHint(space, names));
  if (name === undefined || space === undefined) return undefined;
  const value = { name, space, ...settings, ...(description ? { description } : {}) };
  return { value, node: entries.get('name')?.value ?? null };
}

type AgentSettings = Omit<ConfiguredAgent, 'name' | 'space' | 'description'>;

function readSettings(yaml: AgentYaml, entries: YamlEntries, notices: ConfigProblem[]): AgentSettings {
  const embedding = entries.get('embedding_llm');
  if (embedding) {
    readModel(yaml, embedding);
    const at = yaml.placeOf(embedding.keyNode);
    notices.push({ message: `'${embedding.key}' has no effect: nothing is embedded.`, at });
  }
  const views = entries.get('accessible_views');
  const accessibleViews = views && readViews(yaml, views);
  const llm = entries.get('llm');
  return {
    llm: (llm && readModel(yaml, llm)) ?? { kind: 'named', name: 'auto' },
    runtime: yaml.choice(entries.get('runtime'), agentChoices.runtime) ?? 'plain',
    memoryMode: yaml.choice(entries.get('memory_mode'), agentChoices.memory_mode) ?? 'space',
    ...(accessibleViews ? { accessibleViews } : {}),
  };
}

function readViews(
  yaml: AgentYaml,
  entry: YamlEntry,
): readonly { readonly name: string; readonly at: SourcePosition }[] {
  return bounded(yaml, entry, configurationBounds.views).flatMap((item) => {
    const name = yaml.name(item);
    return name === undefined ? [] : [{ name, at: yaml.placeOf(item.value) }];
  });
}

function readModel(yaml: AgentYaml, entry: YamlEntry): ModelChoice | undefined {
  if (!yaml.isMapping(entry)) {
    const name = yaml.name(entry);
    return name === undefined ? undefined : { kind: 'named', name };
  }
  const byom = yaml.entries(entry.value, `'${entry.key}'`, agentKeys.registered).get('byom');
  const chosen = byom && yaml.entries(byom.value, "'byom'", agentKeys.registeredModel);
  const [by, another] = (['name', 'id'] as const).filter((key) => chosen?.has(key));
  const given = by && chosen?.get(by);
  if (!by || !given || another) {
    yaml.refuse(entry.value, `'${entry.key}' needs 'byom' with the 'name' or the 'id' of a registered model.`);
    return undefined;
  }
  const value = by === 'id' ? yaml.idText(given) : yaml.name(given);
  return value === undefined ? undefined : { kind: 'registered', by, value };
}

function readTold(yaml: AgentYaml, entries: YamlEntries, space: string, found: ConfiguredItems): void {
  const read = <T>(
    list: string,
    kind: 'rule' | 'certifiedQuery' | 'skill',
    where: string,
    one: (source: Parameters<typeof readRule>[0]) => T | undefined,
    keep: (item: T) => void,
  ): void => {
    for (const item of bounded(yaml, entries.get(list), configurationBounds.items)) {
      const inner = yaml.entries(item.value, `a ${where.slice('A '.length)}`, agentKeys[kind]);
      const made = one({ yaml, entries: inner, node: item.keyNode, where });
      if (made !== undefined) keep(made);
    }
  };
  read('rules', 'rule', 'A rule', readRule, (item) => found.rules.push({ space, ...item }));
  read('certified_queries', 'certifiedQuery', 'A certified query', readCertifiedQuery, (item) =>
    found.queries.push({ space, ...item }),
  );
  read('skills', 'skill', 'A skill', readSkill, (item) => found.skills.push({ space, ...item }));
}

/** Items of a list, up to a number. */
function bounded(yaml: AgentYaml, entry: YamlEntry | undefined, most: number): readonly YamlEntry[] {
  const items = yaml.items(entry);
  if (entry && items.length > most) yaml.refuse(entry.keyNode, `'${entry.key}' has more than ${most} items.`);
  return items.slice(0, most);
}

function unique(yaml: AgentYaml, items: readonly PlacedValue<{ readonly name: string }>[], what: string): void {
  const seen = new Set<string>();
  for (const { value, node } of items) {
    if (seen.has(value.name)) yaml.refuse(node, `There are two ${what}s '${value.name}'.`, 'Rename one of them.');
    seen.add(value.name);
  }
}

export function spacesHint(name: string, names: readonly string[]): string {
  const near = didYouMean(name, names, (one) => `'${one}'`);
  if (near !== undefined) return near;
  return names.length === 0
    ? "Define it under 'spaces' of config.yml."
    : `The spaces are ${names.slice(0, 20).join(', ')}.`;
}
