import { builtInPalettes } from '@orrery/charts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type SavedPalette, savedPalettes } from '../../../api/palette-queries.ts';
import { Button } from '../../../controls/button.tsx';
import { Dialog } from '../../../controls/dialog.tsx';
import { Failure } from '../../../shell/failure.tsx';
import { Waiting } from '../../../shell/waiting.tsx';
import '../../../style/palettes.css';
import { chartWords, paletteWords as words } from '../../../words/chart-words.ts';
import { PaletteForm } from './palette-form.tsx';
import { PaletteRow } from './palette-row.tsx';
import { Swatches } from './swatches.tsx';

interface PalettesDialogProps {
  readonly onClose: () => void;
  readonly onCreated: ((palette: SavedPalette) => void) | undefined;
}

/** The palettes of the account, for users who may change them, and the built-in ones. */
export default function PalettesDialog({ onClose, onCreated }: PalettesDialogProps) {
  const { data: palettes, error, refetch } = useQuery(savedPalettes);
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const focusList = () => list.current?.focus();
  return (
    <Dialog title={words.title} isOpen onClose={onClose}>
      <p className="help">{words.help}</p>
      <h3 id="palettes-of-account">{words.ofTheAccount}</h3>
      {palettes ? (
        <ul className="palettes" ref={list} tabIndex={-1} aria-labelledby="palettes-of-account">
          {palettes.map((palette) => (
            <PaletteRow key={palette.id} palette={palette} onDeleted={focusList} />
          ))}
        </ul>
      ) : error ? (
        <Failure error={error} onAgain={() => void refetch()} />
      ) : (
        <Waiting what={words.title} />
      )}
      {palettes?.length === 0 ? <p>{words.empty}</p> : null}
      {isAdding ? (
        <PaletteForm
          action={words.create}
          onDone={(palette) => {
            setAdding(false);
            focusList();
            if (palette) onCreated?.(palette);
          }}
        />
      ) : (
        <div className="palettes-add">
          <Button isDisabled={!palettes} onPress={() => setAdding(true)}>
            {words.add}
          </Button>
        </div>
      )}
      {Object.entries(builtIn).map(([title, group]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul className="palettes">
            {Object.entries(group).map(([name, colors]) => (
              <li key={name}>
                <strong>{chartWords.palettes[name] ?? chartWords.automatic}</strong>
                <Swatches colors={colors} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="actions">
        <Button autoFocus onPress={onClose}>
          {words.close}
        </Button>
      </div>
    </Dialog>
  );
}

const builtIn: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [words.discrete]: builtInPalettes.discrete,
  [words.continuous]: builtInPalettes.continuous,
};
