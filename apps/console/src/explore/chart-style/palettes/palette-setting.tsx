import { type ChosenPalette, isAccountPalette, paletteNames } from '@orrery/charts';
import { useQuery } from '@tanstack/react-query';
import { savedPalettes } from '../../../api/palette-queries.ts';
import { Choice } from '../../../controls/choice.tsx';
import { facts } from '../../../page/facts.ts';
import { chartWords, paletteWords as words } from '../../../words/chart-words.ts';
import { ManagePalettes } from './manage-palettes.tsx';

interface PaletteSettingProps {
  /** Use of the colours: for categories, or for amounts. */
  readonly use: 'discrete' | 'continuous';
  readonly palette: ChosenPalette | undefined;
  readonly onChange: (palette: ChosenPalette | undefined) => void;
}

const usual = ' ';
const ofAccount = 'account ';

/** The palette of a chart: a built-in one, or one of the account, which some may change here. */
export function PaletteSetting({ use, palette, onChange }: PaletteSettingProps) {
  const isOfAccount = facts.app === undefined;
  const { data: saved } = useQuery({ ...savedPalettes, enabled: isOfAccount });
  const named = isAccountPalette(palette) ? palette : undefined;
  const builtIn = paletteNames[use].map((name) => ({ id: name, title: chartWords.palettes[name] ?? name }));
  const gone =
    named && !saved?.some(({ id }) => id === named.id)
      ? [{ id: `${ofAccount}${named.id}`, title: saved ? words.deleted : words.ofAccount }]
      : [];
  const others = [...gone, ...(saved ?? []).map(({ id, name }) => ({ id: `${ofAccount}${id}`, title: name }))];
  const choose = (chosen: string) => {
    const own = saved?.find(({ id }) => chosen === `${ofAccount}${id}`);
    if (own) onChange({ id: own.id, colors: own.colors });
    else if (!chosen.startsWith(ofAccount)) onChange(chosen === usual ? undefined : chosen);
  };
  return (
    <>
      <Choice
        label={chartWords.palette}
        value={named ? `${ofAccount}${named.id}` : typeof palette === 'string' ? palette : usual}
        sections={[
          { title: '', options: [{ id: usual, title: chartWords.automatic }, ...builtIn] },
          ...(others.length > 0 ? [{ title: words.ofTheAccount, options: others }] : []),
        ]}
        onChange={choose}
      />
      <ManagePalettes onCreated={({ id, colors }) => onChange({ id, colors })} />
    </>
  );
}
