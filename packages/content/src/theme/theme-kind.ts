import { themeFaults } from '@orrery/charts';
import type { SavedKind } from '../saved/index.ts';

/**
 * Themes of dashboards. Drafts that name one change with it, and have the built-in theme when it is deleted; versions that
 * are published keep what they were published with.
 */
export const themeKind: SavedKind<Readonly<Record<string, unknown>>> = {
  table: 'dashboard_theme',
  column: 'theme',
  noun: 'dashboard theme',
  plural: 'themes',
  code: 'dashboard-theme',
  audit: {
    created: 'Created dashboard theme',
    updated: 'Updated dashboard theme',
    deleted: 'Deleted dashboard theme',
    id: 'themeId',
  },
  faultsOf: themeFaults,
};
