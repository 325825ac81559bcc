import { plainTemplate } from '@orrery/embed';
import { useState } from 'react';
import type { QueryAnswer } from '@orrery/embed';
import { CodeEditor } from '../../controls/code-editor.tsx';
import { HtmlAnswer } from '../../tiles/html-answer.tsx';
import { htmlWords as words } from '../../words/html-words.ts';
import type { ExploreSearch } from '../explore-search.ts';

interface HtmlTabProps extends Pick<QueryAnswer, 'columns' | 'rows'> {
  readonly title: string;
  /** The HTML of the report; absent while it has none. */
  readonly html: string | undefined;
  readonly onChange: (next: Pick<ExploreSearch, 'kind' | 'html'>) => void;
}

/** The rows as a chart of HTML, with its template, which may be changed. */
export function HtmlTab({ columns, rows, title, html, onChange }: HtmlTabProps) {
  const template = html ?? plainTemplate(columns);
  const [typed, setTyped] = useState<string>();
  return (
    <div className="html-tab">
      <HtmlAnswer template={template} columns={columns} rows={rows} title={title} />
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
