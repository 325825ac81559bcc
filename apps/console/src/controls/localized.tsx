import type { ReactNode } from 'react';
import { I18nProvider, useLocale } from 'react-aria-components';
import { locale } from '../words/spoken.ts';

interface LocalizedProps {
  readonly children: ReactNode;
}

/**
 * Gives controls the locale of the browser. The page is in English whatever the browser is in, and its controls stand from
 * left to right; where the locale reads from right to left they take English, or their arrow keys would be swapped.
 */
export function Localized({ children }: LocalizedProps) {
  return (
    <I18nProvider locale={locale}>
      <LeftToRight>{children}</LeftToRight>
    </I18nProvider>
  );
}

function LeftToRight({ children }: LocalizedProps) {
  const { direction } = useLocale();
  return direction === 'rtl' ? <I18nProvider locale="en">{children}</I18nProvider> : children;
}
