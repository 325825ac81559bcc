import type { PlatformAnswer, PlatformInput } from '@orrery/client';

export type Sharing = PlatformAnswer<'getResourcePolicies'>;
export type Action = Sharing['users'][number]['action'];
export type Level = 'view' | 'edit' | 'full';

/** Something that can be shared. */
export interface Shared {
  readonly type: PlatformInput<'getResourcePolicies'>['query']['resourceType'];
  readonly id: number;
  readonly name: string;
}

export const levels = ['view', 'edit', 'full'] as const satisfies readonly Level[];

const words = { view: 'Read', edit: 'Edit', full: 'Manage' } as const;

/** The action that stands for a level of access to an item. */
export function actionOf({ type }: Pick<Shared, 'type'>, level: Level): Action {
  return `${type}${words[level]}`;
}

/** @returns `undefined` for no access */
export function levelOf(action: Action | 'None'): Level | undefined {
  return levels.find((level) => action.endsWith(words[level]));
}
