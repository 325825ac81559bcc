import { Forbidden } from '@orrery/kernel';
import type { ItemKind, Level } from './level.ts';
import type { Reader } from './reader.ts';

/** What an act takes: at least this level at an item of this kind. */
export interface Act {
  readonly kind: ItemKind;
  readonly least: Level;
}

/**
 * Who may do what with content. Creating anything takes the right to explore besides (`requireMaker`), and moving an item
 * takes `addTo` of the folder it goes to.
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
    /** Creates one that is the reader's own. */
    duplicate: { kind: 'WORKBOOK', least: 'view' },
    change: { kind: 'WORKBOOK', least: 'edit' },
    addTo: { kind: 'WORKBOOK', least: 'edit' },
    move: { kind: 'WORKBOOK', least: 'full' },
    delete: { kind: 'WORKBOOK', least: 'full' },
    share: { kind: 'WORKBOOK', least: 'full' },
  },
  /** A dashboard belongs to its workbook. Opening it takes what opening the workbook takes. */
  dashboard: {
    publish: { kind: 'WORKBOOK', least: 'edit' },
    readVersions: { kind: 'WORKBOOK', least: 'edit' },
    restore: { kind: 'WORKBOOK', least: 'full' },
    setEmbedding: { kind: 'WORKBOOK', least: 'full' },
  },
  /** A report that is a tab belongs to its workbook: the reader's level there counts. */
  report: {
    open: { kind: 'REPORT', least: 'view' },
    refresh: { kind: 'REPORT', least: 'view' },
    change: { kind: 'REPORT', least: 'edit' },
    move: { kind: 'REPORT', least: 'full' },
    delete: { kind: 'REPORT', least: 'full' },
    share: { kind: 'REPORT', least: 'full' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Act>>>>;

/** What moving and sharing take, by kind of item. */
export const mayByKind = { FOLDER: may.folder, WORKBOOK: may.workbook, REPORT: may.report } as const;

/** Creating takes more than the tier that is shown published dashboards only. @throws Forbidden */
export function requireMaker({ sees }: Reader): void {
  if (sees === 'published') throw new Forbidden('auth.not-allowed', 'This takes the right AIBIExplore');
}
