import { didYouMean } from '@orrery/kernel';
import {
  type FilterOperator,
  filterOperators,
  type MemberId,
  type PolicyExpression,
  type PolicyFilter,
  type QueryRule,
  readPolicyText,
} from '@orrery/semantic';
import type { PositionedYaml, YamlEntry } from './positioned-yaml.ts';

/** Keys of the nested mappings under `query_rewrite`, outermost first. */
export const queryRuleKeys = {
  rule: ['when', 'touches', 'add', 'limit', 'refuse'],
  condition: ['if'],
  add: ['filters', 'segments'],
  filter: ['member', 'operator', 'values', 'and', 'or'],
} as const;

const largestLimit = 10_000_000;
const withoutValues: ReadonlySet<string> = new Set(['set', 'notSet', 'measureFilter']);

/** Reads the rules of `query_rewrite` in `orrery.yml`. */
export function readQueryRules(yaml: PositionedYaml, entry: YamlEntry | undefined): readonly QueryRule[] {
  return entry ? yaml.items(entry).flatMap((item) => readRule(yaml, item) ?? []) : [];
}

function readRule(yaml: PositionedYaml, item: YamlEntry): QueryRule | undefined {
  const entries = byKey(yaml, item, 'a rule of query_rewrite', queryRuleKeys.rule);
  const [when, touches, add, limit, refuse] = queryRuleKeys.rule.map((key) => entries.get(key));
  if (!add && !limit && !refuse)
    yaml.refuse(item.value ?? item.keyNode, "The rule does nothing: it needs 'add', 'limit' or 'refuse'.");
  if (refuse && (add || limit)) yaml.refuse(refuse.keyNode, "A rule that refuses has no 'add' and no 'limit'.");
  const added = add ? readAdded(yaml, add) : { filters: [], segments: [] };
  const conditions = when ? filled(yaml, when, yaml.items(when)).flatMap((one) => readCondition(yaml, one) ?? []) : [];
  const names = touches && filled(yaml, touches, yaml.texts(touches));
  const most = limit && yaml.integer(limit, 1, largestLimit);
  const message = refuse && yaml.text(refuse);
  const { file, line } = yaml.placeOf(item.value ?? item.keyNode);
  return {
    conditions,
    ...(names ? { touches: names } : {}),
    ...added,
    ...(most === undefined ? {} : { limit: most }),
    ...(message === undefined ? {} : { refuse: message }),
    file,
    line,
  };
}

function readAdded(yaml: PositionedYaml, add: YamlEntry): Pick<QueryRule, 'filters' | 'segments'> {
  const entries = byKey(yaml, add, "'add'", queryRuleKeys.add);
  const [filters, segments] = [entries.get('filters'), entries.get('segments')];
  if (!filters && !segments) yaml.refuse(add.keyNode, "'add' has neither 'filters' nor 'segments'.");
  return {
    filters: filters ? filled(yaml, filters, yaml.items(filters)).flatMap((one) => readFilter(yaml, one) ?? []) : [],
    segments: segments ? filled(yaml, segments, yaml.texts(segments)).map((name) => name as MemberId) : [],
  };
}

function readCondition(yaml: PositionedYaml, item: YamlEntry): PolicyExpression | undefined {
  const entry = byKey(yaml, item, 'a condition', queryRuleKeys.condition).get('if');
  if (!entry) {
    yaml.refuse(item.value ?? item.keyNode, "A condition needs 'if'.");
    return undefined;
  }
  const given = yaml.plain(entry);
  if (typeof given === 'boolean') return { source: String(given), expression: { kind: 'literal', value: given } };
  return typeof given === 'string' ? readExpression(yaml, entry, given) : refused(yaml, entry, "'if' must be text.");
}

function readFilter(yaml: PositionedYaml, item: YamlEntry): PolicyFilter | undefined {
  const entries = byKey(yaml, item, 'a filter', queryRuleKeys.filter);
  const group = entries.get('and') ?? entries.get('or');
  if (group) {
    if (entries.size > 1) yaml.refuse(group.keyNode, `'${group.key}' stands alone.`);
    const filters = filled(yaml, group, yaml.items(group)).flatMap((one) => readFilter(yaml, one) ?? []);
    return { kind: group.key === 'and' ? 'and' : 'or', filters };
  }
  const [named, written] = [entries.get('member'), entries.get('operator')];
  if (!named || !written) return refused(yaml, item, "A filter needs 'member' and 'operator'.");
  const member = yaml.text(named);
  const operator = readOperator(yaml, written);
  if (member === undefined || operator === undefined) return undefined;
  if (!/^\w+\.\w+$/.test(member)) return refused(yaml, named, "'member' is a name like orders.status.");
  const given = entries.get('values');
  if (withoutValues.has(operator)) {
    if (given) yaml.refuse(given.keyNode, `'${operator}' takes no values.`);
    return { kind: 'member', member: member as MemberId, operator };
  }
  if (!given) return refused(yaml, item, `'${operator}' needs 'values'.`);
  const values = readValues(yaml, given);
  return values && { kind: 'member', member: member as MemberId, operator, values };
}

function readOperator(yaml: PositionedYaml, entry: YamlEntry): FilterOperator | undefined {
  const name = yaml.text(entry);
  const found = filterOperators.find((operator) => operator === name);
  if (found || name === undefined) return found;
  const hint = didYouMean(name, filterOperators);
  yaml.refuse(entry.value, `There is no operator '${name}'.`, hint);
  return undefined;
}

type RuleValue = string | null | PolicyExpression;

/** Reads a list, or one expression that gives a list or a value. */
function readValues(yaml: PositionedYaml, entry: YamlEntry): readonly RuleValue[] | undefined {
  const whole = yaml.plain(entry);
  if (typeof whole === 'string') {
    const only = readExpression(yaml, entry, whole);
    return only && [only];
  }
  const values = filled(yaml, entry, yaml.items(entry)).map((item) => readValue(yaml, item));
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length && known.length > 0 ? known : undefined;
}

function readValue(yaml: PositionedYaml, item: YamlEntry): RuleValue | undefined {
  const given = yaml.plain(item);
  if (given === null || given === undefined) return null;
  if (
    typeof given === 'boolean' ||
    (typeof given === 'number' && (!Number.isInteger(given) || Number.isSafeInteger(given)))
  )
    return String(given);
  if (typeof given !== 'string') return refused(yaml, item, 'A value is a text, a number or true or false.');
  const read = readPolicyText(given);
  if (read.kind === 'literal') return read.text;
  if (read.kind === 'expression') return { source: given, expression: read.term };
  return refused(yaml, item, `The expression cannot be read: ${read.fault.reason}.`);
}

/** Reads an expression with or without braces around it. */
function readExpression(yaml: PositionedYaml, entry: YamlEntry, source: string): PolicyExpression | undefined {
  const read = readPolicyText(/[{}]/.test(source) ? source : `{${source}}`);
  if (read.kind === 'expression') return { source, expression: read.term };
  const why = read.kind === 'fault' ? read.fault.reason : 'it does not depend on the caller';
  return refused(yaml, entry, `The expression '${source}' cannot be read: ${why}.`);
}

function refused(yaml: PositionedYaml, entry: YamlEntry, message: string): undefined {
  yaml.refuse(entry.value ?? entry.keyNode, message);
}

/** Refuses an empty list, which could mean everything or nothing. */
function filled<Item>(yaml: PositionedYaml, entry: YamlEntry, items: readonly Item[]): readonly Item[] {
  if (items.length === 0) yaml.refuse(entry.keyNode, `'${entry.key}' is empty.`);
  return items;
}

function byKey(
  yaml: PositionedYaml,
  { value }: YamlEntry,
  where: string,
  keys: readonly string[],
): ReadonlyMap<string, YamlEntry> {
  return new Map(yaml.entries(value, where, keys).map((entry) => [entry.key, entry]));
}
