// Parts of the builder that load when the first of them is opened.
export { AddChart } from './add-chart.tsx';
export { ControlDialog } from './control-dialog.tsx';
export { DraftConflict } from './draft-conflict.tsx';
export { LookDialog } from './look/look-dialog.tsx';
export { MappingDialog } from './mapping-dialog.tsx';
export { PublishDialog } from './publish-dialog.tsx';
export { TabsTile } from './tabs-tile.tsx';
export { TextDialog } from './text-dialog.tsx';
export { VersionsDialog } from './versions-dialog.tsx';
