import { useState } from 'react';
import { brand } from '../page/brand.ts';
import { facts } from '../page/facts.ts';
import { Mark } from '../page/mark.tsx';
import { shellWords as words } from '../words/shell-words.ts';
import { useIsDark } from './theme.ts';

/**
 * The logo and the name of the application. In a frame they are those of the embedding company, if it sets them;
 * otherwise ours, with the logo of the account where its theme applies to the application, too.
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
