import type { AttributeService } from '../attribute/index.ts';
import type { Change, RightsChange } from '../change/index.ts';
import type { GroupService } from '../group/index.ts';
import { type AttributeDefinition, type GroupDefinition, refuse } from './session-input.ts';

export interface Definitions {
  readonly groups: readonly GroupDefinition[];
  readonly attributes: readonly AttributeDefinition[];
}

interface DefiningServices {
  readonly groups: GroupService;
  readonly attributes: AttributeService;
  /** Called before something is changed. */
  readonly needsRights: (change: Change) => RightsChange;
}

/**
 * Creates groups and attributes of a tenant, and changes what is given differently of those that are there. A type never
 * changes.
 *
 * @returns whether anything has changed @throws Invalid, before anything is changed when a type differs
 */
export async function defineInTenant(
  change: Change,
  tenantId: number,
  wanted: Definitions,
  { groups, attributes, needsRights }: DefiningServices,
): Promise<boolean> {
  const { accountId, transaction } = change;
  const knownAttributes = new Map(
    (await attributes.list(accountId, {}, transaction, tenantId)).map((attribute) => [attribute.name, attribute]),
  );
  const conflicts = wanted.attributes.filter(({ name, type }) => {
    const known = knownAttributes.get(name);
    return known !== undefined && known.type !== type;
  });
  if (conflicts.length > 0) {
    const problems = conflicts.map(({ name }) => ({
      path: 'userAttributeDefinitions',
      message: `'${name}' is ${knownAttributes.get(name)?.type ?? ''} already`,
    }));
    throw refuse('attribute.type', 'cannot change type', problems);
  }
  let isChanged = false;
  for (const definition of sorted(wanted.attributes)) {
    const known = knownAttributes.get(definition.name);
    const { displayName, defaultValue, description } = definition;
    const given = differing(known, { displayName, defaultValue, description });
    if (known && Object.keys(given).length === 0) continue;
    if (known) await attributes.update(needsRights(change), known.id, given, tenantId);
    else await attributes.create(needsRights(change), definition, tenantId);
    isChanged = true;
  }
  const names = wanted.groups.map(({ name }) => name);
  const knownGroups = await groups.named(change, tenantId, names);
  for (const { name, description } of sorted(wanted.groups)) {
    const known = knownGroups.get(name);
    const given = differing(known, { description });
    if (known && Object.keys(given).length === 0) continue;
    if (known) await groups.update(needsRights(change), known.id, given, tenantId);
    else await groups.create(needsRights(change), { name, description }, tenantId);
    isChanged = true;
  }
  return isChanged;
}

/** Sorts definitions in one order for all requests, so that two requests cannot wait for each other. */
function sorted<T extends { readonly name: string }>(definitions: readonly T[]): readonly T[] {
  return definitions.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** The texts that are given and differ. An empty text keeps what is there. */
function differing<T extends Readonly<Record<string, string | undefined>>>(
  known: { readonly [name in keyof T]?: string | undefined } | undefined,
  given: T,
): Partial<T> {
  const entries = Object.entries(given).filter(
    ([name, text]) => text !== undefined && text !== '' && text !== known?.[name],
  );
  return Object.fromEntries(entries) as Partial<T>;
}
