import { Forbidden } from '@orrery/kernel';
import type { ItemKind, Level } from './level.ts';
import type { ContentRights } from './content-rights.ts';

/** Requirement of an operation: at least this level at an item of this kind. */
export interface LevelRequirement {
  readonly kind: ItemKind;
  readonly least: Level;
}

/**
 * The level each operation on content requires. Creating content also requires the right to explore (`requireMaker`),
 * and moving an item requires `addTo` at the target folder.
 */
export const may = {
  folder: {
    addTo: { kind: 'FOLDER', least: 'edit' },
    change: { kind: 'FOLDER', least: 'edit' },
    move: { kind: 'FOLDER', least: 'full' },
    delete: { kind: 'FOLDER', least: 'full' },
    share: { kind: 'FOLDER', least: 'full' },
  },
  workbook: {
    open: { kind: 'WORKBOOK', least: 'view' },
    /** Creates a copy that belongs to the user. */
    duplicate: { kind: 'WORKBOOK', least: 'view' },
    change: { kind: 'WORKBOOK', least: 'edit' },
    addTo: { kind: 'WORKBOOK', least: 'edit' },
    move: { kind: 'WORKBOOK', least: 'full' },
    delete: { kind: 'WORKBOOK', least: 'full' },
    share: { kind: 'WORKBOOK', least: 'full' },
  },
  /** A dashboard belongs to its workbook. Opening it requires the same level. */
  dashboard: {
    publish: { kind: 'WORKBOOK', least: 'edit' },
    readVersions: { kind: 'WORKBOOK', least: 'edit' },
    restore: { kind: 'WORKBOOK', least: 'full' },
    setEmbedding: { kind: 'WORKBOOK', least: 'full' },
  },
  /** A report that is a tab belongs to its workbook: the user's level there counts. */
  report: {
    open: { kind: 'REPORT', least: 'view' },
    refresh: { kind: 'REPORT', least: 'view' },
    change: { kind: 'REPORT', least: 'edit' },
    move: { kind: 'REPORT', least: 'full' },
    delete: { kind: 'REPORT', least: 'full' },
    share: { kind: 'REPORT', least: 'full' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, LevelRequirement>>>>;

/** Levels that moving and sharing require, by kind of item. */
export const mayByKind = { FOLDER: may.folder, WORKBOOK: may.workbook, REPORT: may.report } as const;

/** Refuses users of the tier that only sees published dashboards. @throws Forbidden */
export function requireMaker({ sees }: ContentRights): void {
  if (sees === 'published') throw new Forbidden('auth.not-allowed', 'This takes the right AIBIExplore');
}
