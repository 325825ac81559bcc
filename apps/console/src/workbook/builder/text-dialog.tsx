import { useState } from 'react';
import { Label, TextArea, TextField } from 'react-aria-components';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { recordOf } from '../../model/record.ts';
import { TextTile } from '../../tiles/text-tile.tsx';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { DraftWidget } from '../../model/dashboard-draft.ts';

interface TextDialogProps {
  /** Absent: a text that is added. */
  readonly widget: DraftWidget | undefined;
  readonly onKeep: (config: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}

/** Edits a text, with a preview of it. */
export function TextDialog({ widget, onKeep, onClose }: TextDialogProps) {
  const [content, setContent] = useState(String(recordOf(widget?.config)['content'] ?? `## ${words.newText}`));
  return (
    <Dialog title={widget ? words.text : words.addText} isOpen onClose={onClose}>
      <TextField className="field" value={content} onChange={setContent} autoFocus>
        <Label>{words.text}</Label>
        <TextArea rows={6} maxLength={100_000} />
      </TextField>
      <p className="help">{words.textHelp}</p>
      <section aria-label={words.preview}>
        <TextTile content={content} />
      </section>
      <div className="actions">
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button look="primary" onPress={() => onKeep({ content })}>
          {widget ? words.apply : words.addIt}
        </Button>
      </div>
    </Dialog>
  );
}
