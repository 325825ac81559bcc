import {
  type Action,
  type DeploymentPolicy,
  descriptionFault,
  type InputProblem,
  grantableActions,
  isAction,
  nameFault,
  nameKey,
  type RoleGrants,
  roles,
} from '@orrery/kernel';

/** A role defined by an account. */
export interface CustomRole extends RoleGrants {
  readonly id: number;
  readonly name: string;
  readonly description: string | undefined;
}

export interface CustomRoleInput {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly base: string;
  readonly actions: readonly string[];
  readonly policies: readonly {
    readonly deployments: 'all' | readonly number[];
    readonly actions: readonly string[];
  }[];
}

const reservedNames = new Set(['Guest', 'None', 'All', ...roles].map(nameKey));

/** Lists every problem of a role. */
export function roleFaults({ name, description, base, actions, policies }: CustomRoleInput): readonly InputProblem[] {
  const faults: InputProblem[] = [];
  const add = (field: string, fault: string | undefined) => {
    if (fault !== undefined) faults.push({ path: field, message: fault });
  };
  add('name', reservedNames.has(nameKey(name)) ? 'is that of a built-in role' : nameFault(name));
  add('description', description ? descriptionFault(description) : undefined);
  add('base', bases.some((known) => known === base) ? undefined : `must be one of ${bases.join(', ')}`);
  add('actions', actionsFault(actions, grantableActions('global')));
  const kept = policiesOf(policies);
  for (const policy of kept) add('policies', actionsFault(policy.actions, grantableActions('deployment')));
  const isStrong = kept.some((policy) => policy.actions.some((action) => action !== 'DeploymentRead'));
  if (isStrong && base !== 'developer') add('base', 'must be developer for these actions on deployments');
  return faults;
}

/** Returns the grants to store for a valid role, without policies that allow nothing or apply to no deployment. */
export function grantsOf({ base, actions, policies }: CustomRoleInput): RoleGrants {
  const known = bases.find((candidate) => candidate === base);
  if (!known) throw new Error(`'${base}' is no base of a role`);
  return { base: known, actions: unique(actions), policies: policiesOf(policies) };
}

const bases = ['developer', 'explorer', 'viewer'] as const;

function policiesOf(policies: CustomRoleInput['policies']): readonly DeploymentPolicy[] {
  return policies
    .filter(({ deployments, actions }) => actions.length > 0 && (deployments === 'all' || deployments.length > 0))
    .map(({ deployments, actions }) => ({
      deployments: deployments === 'all' ? deployments : [...new Set(deployments)],
      actions: unique(actions),
    }));
}

function unique(names: readonly string[]): readonly Action[] {
  return [...new Set(names)].filter(isAction);
}

function actionsFault(given: readonly string[], grantable: readonly Action[]): string | undefined {
  const unknown = given.filter((name) => !grantable.some((action) => action === name));
  if (unknown.length === 0) return undefined;
  return `cannot have ${unknown.join(', ')}; there are ${grantable.join(', ')}`;
}
