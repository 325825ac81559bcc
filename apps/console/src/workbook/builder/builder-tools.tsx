import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button } from '../../controls/button.tsx';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { BuilderDialog } from './builder-dialogs.tsx';

interface BuilderToolsProps {
  /** Name of the workbook. */
  readonly name: string;
  readonly onOpen: (dialog: BuilderDialog) => void;
  readonly onAddTabs: () => void;
  readonly canUndo: boolean;
  readonly onUndo: () => void;
}

/** The buttons that add widgets, change the look, and undo. */
export function BuilderTools({ name, onOpen, onAddTabs, canUndo, onUndo }: BuilderToolsProps) {
  return (
    <div className="builder-tools" role="toolbar" aria-label={words.builderOf(name)}>
      <Button onPress={() => onOpen({ kind: 'chart' })}>{words.addChart}</Button>
      <Button onPress={() => onOpen({ kind: 'TEXT' })}>{words.addText}</Button>
      <MenuTrigger>
        <Button>{words.addControl}</Button>
        <Popover className="popover">
          <Menu
            className="menu"
            aria-label={words.addControl}
            onAction={(id) => onOpen({ kind: id as 'FILTER' | 'TIME_GRAIN' })} // the items below
          >
            <MenuItem id="FILTER">{words.filter}</MenuItem>
            <MenuItem id="TIME_GRAIN">{words.timeGrain}</MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <Button onPress={onAddTabs}>{words.addTabs}</Button>
      <Button onPress={() => onOpen({ kind: 'look' })}>{words.look}</Button>
      <Button isDisabled={!canUndo} onPress={onUndo}>
        {words.undo}
      </Button>
    </div>
  );
}
