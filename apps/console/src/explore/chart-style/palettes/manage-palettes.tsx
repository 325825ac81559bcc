import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { SavedPalette } from '../../../api/palette-queries.ts';
import { queries } from '../../../api/queries.ts';
import { Button } from '../../../controls/button.tsx';
import { facts } from '../../../page/facts.ts';
import { paletteWords as words } from '../../../words/chart-words.ts';

const PalettesDialog = lazy(() => import('./palettes-dialog.tsx'));

interface ManagePalettesProps {
  readonly onCreated?: (palette: SavedPalette) => void;
}

/** Opens the palettes of the account, for users who may change them. */
export function ManagePalettes({ onCreated }: ManagePalettesProps) {
  const mayManage = useQuery(queries.person).data?.rights.includes('ChartPalettesManage') === true;
  const [isManaging, setManaging] = useState(false);
  if (facts.app || !mayManage) return null;
  return (
    <>
      <Button onPress={() => setManaging(true)}>{words.manage}</Button>
      {isManaging ? (
        <Suspense fallback={null}>
          <PalettesDialog onClose={() => setManaging(false)} onCreated={onCreated} />
        </Suspense>
      ) : null}
    </>
  );
}
