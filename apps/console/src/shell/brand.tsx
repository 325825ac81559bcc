import { useState } from 'react';
import { brand } from '../page/brand.ts';
import { facts } from '../page/facts.ts';
import { Mark } from '../page/mark.tsx';
import { shellWords as words } from '../words/shell-words.ts';
import { useIsDark } from './theme.ts';

/** Whose application it is: in a frame that of the company whose page shows it, as far as it says. */
export function Brand() {
  const isDark = useIsDark();
  const [broken, setBroken] = useState<string>();
  if (!facts.app) {
    return (
      <>
        <Mark />
        <span className="label">{words.product}</span>
      </>
    );
  }
  const { title, logoFor } = brand();
  const logo = logoFor(isDark);
  return (
    <>
      {logo === undefined || logo === broken ? null : (
        <img className="brand-logo" src={logo} alt="" referrerPolicy="no-referrer" onError={() => setBroken(logo)} />
      )}
      <span className="label">{title ?? words.workspace}</span>
    </>
  );
}
