import { type ChosenPalette, isAccountPalette } from '@orrery/charts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type SavedPalette, savedPalettes } from '../../api/palette-queries.ts';
import { facts } from '../../page/facts.ts';

interface ColorSettings {
  readonly palette?: ChosenPalette;
}

/**
 * The settings of a chart, with the present colours of the palette of the account that they name. Until those are known, and
 * for viewers in frames, who do not know the palettes, they have the colours that they came with.
 */
export function usePresentColors<Given extends ColorSettings>(settings: Given | undefined): Given | undefined {
  const isNeeded = facts.app === undefined && isAccountPalette(settings?.palette);
  const { data: palettes } = useQuery({ ...savedPalettes, enabled: isNeeded });
  return useMemo(
    () => (isNeeded && settings && palettes ? withColors(settings, palettes) : settings),
    [isNeeded, settings, palettes],
  );
}

function withColors<Given extends ColorSettings>(settings: Given, palettes: readonly SavedPalette[]): Given {
  const { palette } = settings;
  if (!isAccountPalette(palette)) return settings;
  const saved = palettes.find(({ id }) => id === palette.id);
  return { ...settings, palette: { id: palette.id, ...(saved ? { colors: saved.colors } : {}) } };
}
