// Parts of tiles that load when the first of them is needed: the first chart waits for none of them.
export { MarkdownText } from './markdown-text.tsx';
export { Themed } from './themed.tsx';
export { TileControls } from './tile-controls.tsx';
export { TileDialog } from './tile-dialog.tsx';
