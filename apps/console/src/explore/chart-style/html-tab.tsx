import { Body, plainTemplate } from '@orrery/embed';
import { useMemo, useState } from 'react';
import type { QueryAnswer } from '@orrery/embed';
import { CodeEditor } from '../../controls/code-editor.tsx';
import { addressOf } from '../../page/addresses.ts';
import { useIsDark } from '../../shell/theme.ts';
import { htmlWords as words } from '../../words/html-words.ts';
import { locale } from '../../words/spoken.ts';
import type { ExploreSearch } from '../explore-search.ts';

interface HtmlTabProps extends Pick<QueryAnswer, 'columns' | 'rows'> {
  readonly title: string;
  /** The HTML of the report; absent while it has none. */
  readonly html: string | undefined;
  readonly onChange: (next: Pick<ExploreSearch, 'kind' | 'html'>) => void;
}

const contentAddress = addressOf('/embed/sandbox');

/** The rows as a chart of HTML, with its template, which may be changed. */
export function HtmlTab({ columns, rows, title, html, onChange }: HtmlTabProps) {
  const template = html ?? plainTemplate(columns);
  const [typed, setTyped] = useState<string>();
  const body = useMemo(() => ({ kind: 'html', template }) as const, [template]);
  return (
    <div className="html-tab">
      <Body {...{ body, columns, rows, title, locale, contentAddress }} isDark={useIsDark()} />
      <CodeEditor
        label={words.template}
        help={words.templateHelp}
        text={template}
        typed={typed}
        onType={setTyped}
        onRun={(text) => {
          onChange({ kind: 'html', html: text });
          return true;
        }}
      />
    </div>
  );
}
