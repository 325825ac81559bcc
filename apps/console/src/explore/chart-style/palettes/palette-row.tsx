import { useQueryClient } from '@tanstack/react-query';
import { readPalettesAgain, type SavedPalette } from '../../../api/palette-queries.ts';
import { platform } from '../../../api/platform.ts';
import { SavedRow } from '../../../controls/saved-row.tsx';
import { paletteWords as words } from '../../../words/chart-words.ts';
import { PaletteForm } from './palette-form.tsx';
import { Swatches } from './swatches.tsx';

interface PaletteRowProps {
  readonly palette: SavedPalette;
  readonly onDeleted: () => void;
}

/** A palette of the account. */
export function PaletteRow({ palette, onDeleted }: PaletteRowProps) {
  const { id, name, colors } = palette;
  const client = useQueryClient();
  const onDelete = async () => {
    await platform.deleteChartPalette({ path: { id } });
    await readPalettesAgain(client);
  };
  return (
    <SavedRow
      {...{ name, words, onDelete, onDeleted }}
      formOf={(close) => <PaletteForm palette={palette} action={words.save} onDone={close} />}
    >
      <Swatches colors={colors} />
    </SavedRow>
  );
}
