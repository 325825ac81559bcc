import { type InputProblem, nameFault, nameKey, textFault } from '@orrery/kernel';

/** Settings of an account. */
export interface AccountSettings {
  readonly flags: AccountFlags;
  readonly limits: AccountLimits;
  /** Role of users created without one: the name of a built-in or a custom role. A deleted role counts as Viewer. */
  readonly defaultRole: string;
  /** Roles that members of a group get when an identity provider puts them into it. */
  readonly rolesByGroup: readonly { readonly group: string; readonly role: string }[];
  readonly theme: object | null;
  readonly applyThemeGlobally: boolean;
  readonly creatorMode: { readonly showWorkspaceTitle: boolean; readonly workspaceTitle: string };
  /** How many days the audit log keeps an entry. */
  readonly auditLogDays: number;
  /** How many days a chat is kept after its last question. */
  readonly chatDays: number;
  readonly mcp: McpSettings;
  /** Is changed by the policy of signing in, and no part of what the settings of the account show. */
  readonly signIn: SignInRules;
}

/** How people of an account may sign in. */
export interface SignInRules {
  /** Whether people sign in by providers only, but for the exceptions. */
  readonly requiresProvider: boolean;
  /** Numbers of the users who may use a password all the same. */
  readonly exceptUserIds: readonly number[];
}

/** The deployments that assistants can use by MCP. */
interface McpSettings {
  /** The deployment of calls that name none; `null`: the first one that the caller may use. */
  readonly defaultDeploymentId: number | null;
  /** Whether `deploymentIds` are the only ones. */
  readonly onlyListed: boolean;
  readonly deploymentIds: readonly number[];
}

/** Features that are enabled for the account. */
interface AccountFlags {
  readonly embedding: boolean;
  readonly useCreatorMode: boolean;
  readonly chatApi: boolean;
  readonly scim: boolean;
  readonly auditLog: boolean;
  readonly evals: boolean;
}

interface AccountLimits {
  /** Limit of persistent external users; ephemeral viewers do not count. */
  readonly externalUsers: number;
}

const defaultSettings: AccountSettings = {
  flags: { embedding: true, useCreatorMode: false, chatApi: true, scim: true, auditLog: true, evals: false },
  limits: { externalUsers: 10_000 },
  defaultRole: 'Viewer',
  rolesByGroup: [],
  theme: null,
  applyThemeGlobally: false,
  creatorMode: { showWorkspaceTitle: false, workspaceTitle: '' },
  auditLogDays: 365,
  chatDays: 365,
  mcp: { defaultDeploymentId: null, onlyListed: false, deploymentIds: [] },
  signIn: { requiresProvider: false, exceptUserIds: [] },
};

type SomeOf<T> = { readonly [name in keyof T]?: T[name] | undefined };

/** Missing fields keep their value. */
export type SettingsChange = {
  readonly [name in Exclude<keyof AccountSettings, 'signIn'>]?:
    | (name extends 'flags' | 'limits' | 'creatorMode' | 'mcp' ? SomeOf<AccountSettings[name]> : AccountSettings[name])
    | undefined;
};

const mostMappings = 1_000;
const largestThemeBytes = 100_000;
const mostDays = 36_500;

/** Settings as they are stored; accounts of earlier versions lack some of them. */
type StoredSettings = SettingsChange & { readonly signIn?: SignInRules };

export function changed(settings: AccountSettings, change: StoredSettings): AccountSettings {
  const { flags, limits, creatorMode, mcp, ...rest } = withoutAbsent(change);
  return {
    ...settings,
    ...rest,
    flags: { ...settings.flags, ...withoutAbsent(flags ?? {}) },
    limits: { ...settings.limits, ...withoutAbsent(limits ?? {}) },
    creatorMode: { ...settings.creatorMode, ...withoutAbsent(creatorMode ?? {}) },
    mcp: { ...settings.mcp, ...withoutAbsent(mcp ?? {}) },
  };
}

type RolesByGroup = AccountSettings['rolesByGroup'];

/**
 * @param roleNames names of custom roles; the admin role cannot be a default
 * @param stored roles by group that were there before: those of deleted roles may stay, so that each can be removed alone
 */
export function settingsFaults(
  settings: AccountSettings,
  roleNames: readonly string[],
  stored: RolesByGroup,
): readonly InputProblem[] {
  const kept = new Set(stored.map(keyOfLine));
  const known = new Set(['Developer', 'Explorer', 'Viewer', ...roleNames].map(nameKey));
  const faults: InputProblem[] = [];
  const add = (field: string, fault: string | undefined) => {
    if (fault !== undefined) faults.push({ path: field, message: fault });
  };
  const roleFault = (name: string) => (known.has(nameKey(name)) ? undefined : `cannot be '${name.slice(0, 100)}'`);
  add('defaultRole', roleFault(settings.defaultRole));
  add('rolesByGroup', settings.rolesByGroup.length > mostMappings ? `are more than ${mostMappings}` : undefined);
  for (const line of settings.rolesByGroup.slice(0, mostMappings)) {
    add('rolesByGroup.group', nameFault(line.group));
    if (!kept.has(keyOfLine(line))) add('rolesByGroup.role', roleFault(line.role));
  }
  add('theme', JSON.stringify(settings.theme).length > largestThemeBytes ? 'is too large' : undefined);
  add('creatorMode.workspaceTitle', textFault(settings.creatorMode.workspaceTitle));
  add('limits.externalUsers', wholeFault(settings.limits.externalUsers, 0, 10_000_000));
  add('auditLogDays', wholeFault(settings.auditLogDays, 1, mostDays));
  add('chatDays', wholeFault(settings.chatDays, 1, mostDays));
  add('mcp.deploymentIds', listFault(settings.mcp.deploymentIds));
  add('mcp.defaultDeploymentId', defaultFault(settings.mcp));
  return faults;
}

/** Reads stored settings, with defaults for missing ones. */
export function readSettingsOf(text: string | null): AccountSettings {
  return text === null ? defaultSettings : changed(defaultSettings, JSON.parse(text) as StoredSettings); // we wrote it
}

function keyOfLine({ group, role }: RolesByGroup[number]): string {
  return JSON.stringify([nameKey(group), nameKey(role)]);
}

function listFault(ids: readonly number[]): string | undefined {
  return ids.length > mostMappings ? `are more than ${mostMappings}` : undefined;
}

function defaultFault({ defaultDeploymentId, onlyListed, deploymentIds }: McpSettings): string | undefined {
  if (defaultDeploymentId === null || !onlyListed || deploymentIds.includes(defaultDeploymentId)) return undefined;
  return 'must be one of mcp.deploymentIds, which are the only ones that can be reached';
}

function wholeFault(value: number, least: number, most: number): string | undefined {
  const isSound = Number.isSafeInteger(value) && value >= least && value <= most;
  return isSound ? undefined : `must be a whole number from ${least} to ${most}`;
}

function withoutAbsent<T extends object>(given: T): { [name in keyof T]: Exclude<T[name], undefined> } {
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [name in keyof T]: Exclude<T[name], undefined> }; // what is left of it
}
