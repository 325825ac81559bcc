import type { ResourceType } from '@orrery/people';

/** Levels of access, from the weakest on; each includes the one before. */
export const levels = ['view', 'edit', 'full'] as const;

export type Level = (typeof levels)[number];

export const itemKinds = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;

export type ItemKind = (typeof itemKinds)[number];

/** The name of each kind of item in policies, and the actions that stand for the levels. */
export const sharedAs = {
  FOLDER: { type: 'Folder', actions: ['FolderRead', 'FolderEdit', 'FolderManage'] },
  WORKBOOK: { type: 'Workbook', actions: ['WorkbookRead', 'WorkbookEdit', 'WorkbookManage'] },
  REPORT: { type: 'Report', actions: ['ReportRead', 'ReportEdit', 'ReportManage'] },
} as const satisfies Readonly<Record<ItemKind, { readonly type: ResourceType; readonly actions: readonly string[] }>>;

/** The stored number of a level; 0 is none. */
export function rankOf(level: Level | undefined): number {
  return level === undefined ? 0 : levels.indexOf(level) + 1;
}

export function levelOfRank(rank: number): Level | undefined {
  return levels[rank - 1];
}

export function isAtLeast(level: Level | undefined, least: Level): boolean {
  return rankOf(level) >= rankOf(least);
}

export function isItemKind(text: string): text is ItemKind {
  return itemKinds.some((kind) => kind === text);
}
