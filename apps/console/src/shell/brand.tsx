import { useState } from 'react';
import { brand } from '../page/brand.ts';
import { facts } from '../page/facts.ts';
import { Mark } from '../page/mark.tsx';
import { shellWords as words } from '../words/shell-words.ts';
import { useIsDark } from './theme.ts';

/**
 * Whose application it is: in a frame that of the company whose page shows it, as far as it says; for people, ours, with the
 * logo of the account where its theme is that of the application too.
 */
export function Brand() {
  const isDark = useIsDark();
  const [broken, setBroken] = useState<string>();
  const { title, logoFor } = brand();
  const logo = logoFor(isDark);
  const isShown = logo !== undefined && logo !== broken;
  return (
    <>
      {isShown ? (
        <img className="brand-logo" src={logo} alt="" referrerPolicy="no-referrer" onError={() => setBroken(logo)} />
      ) : null}
      {isShown || facts.app ? null : <Mark />}
      <span className="label">{title ?? (facts.app ? words.workspace : words.product)}</span>
    </>
  );
}
