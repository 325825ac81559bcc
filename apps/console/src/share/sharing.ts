import type { PlatformAnswer, PlatformInput } from '@orrery/client';
import { shareWords as words } from '../words/share-words.ts';

export type ItemSharing = PlatformAnswer<'getResourcePolicies'>;
export type ShareAction = ItemSharing['users'][number]['action'];
export type ShareLevel = 'view' | 'edit' | 'full';

/** An item that can be shared. */
export interface ShareableItem {
  readonly type: PlatformInput<'getResourcePolicies'>['query']['resourceType'];
  readonly id: number;
  readonly name: string;
  /** The deployment of a workbook, whose dashboard can be shared in other pages. */
  readonly deploymentId?: number;
}

export const levels = ['view', 'edit', 'full'] as const satisfies readonly ShareLevel[];

const endings = { view: 'Read', edit: 'Edit', full: 'Manage' } as const;

/** The action that stands for a level of access to an item. */
export function actionOf({ type }: Pick<ShareableItem, 'type'>, level: ShareLevel): ShareAction {
  return `${type}${endings[level]}`;
}

/** @returns `undefined` for no access */
export function levelOf(action: ShareAction | 'None'): ShareLevel | undefined {
  return levels.find((level) => action.endsWith(endings[level]));
}

export const isOfSystem = (name: string) => name === 'all_embed_users' || name.startsWith('system:tenant:');

/** How groups of the system are called; people name the others. */
export function nameOfGroup(name: string): string {
  if (name === 'all_embed_users') return words.allEmbedUsers;
  const tenant = /^system:tenant:(.+)$/.exec(name)?.[1];
  return tenant === undefined ? name : words.usersOfTenant(tenant);
}
