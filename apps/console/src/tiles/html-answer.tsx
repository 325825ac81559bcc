import type { Column, Row } from '@orrery/charts';
import { HtmlChart } from '@orrery/embed';
import { addressOf } from '../page/addresses.ts';
import { useIsDark } from '../shell/theme.ts';
import { locale } from '../words/spoken.ts';

interface HtmlAnswerProps {
  readonly template: string | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly title: string;
}

/** Rows as HTML that people write, in the frame for content of others. */
export function HtmlAnswer(props: HtmlAnswerProps) {
  return <HtmlChart {...props} isDark={useIsDark()} locale={locale} address={addressOf('/embed/sandbox')} />;
}
