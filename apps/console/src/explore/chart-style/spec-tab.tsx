import { Body } from '@orrery/embed';
import { useMemo, useState } from 'react';
import type { QueryAnswer } from '@orrery/embed';
import { CodeEditor } from '../../controls/code-editor.tsx';
import { addressOf } from '../../page/addresses.ts';
import { useIsDark } from '../../shell/theme.ts';
import { specWords as words } from '../../words/chart-words.ts';
import { locale } from '../../words/spoken.ts';
import type { ExploreSearch } from '../explore-search.ts';

interface SpecTabProps extends Pick<QueryAnswer, 'columns' | 'rows'> {
  readonly title: string;
  /** The spec of the report; absent while it has none. */
  readonly spec: string | undefined;
  readonly onChange: (next: Pick<ExploreSearch, 'kind' | 'spec'>) => void;
}

const contentAddress = addressOf('/embed/sandbox');

/** The rows as a chart whose spec somebody writes. A spec that is not drawn says why in the place of the chart. */
export function SpecTab({ columns, rows, title, spec = '{}', onChange }: SpecTabProps) {
  const [typed, setTyped] = useState<string>();
  const body = useMemo(() => ({ kind: 'chart', chart: { spec } }) as const, [spec]);
  return (
    <div className="spec-tab">
      <Body {...{ body, columns, rows, title, locale, contentAddress }} isDark={useIsDark()} />
      <CodeEditor
        label={words.spec}
        help={words.specHelp}
        text={spec}
        typed={typed}
        onType={setTyped}
        onRun={(text) => {
          onChange({ kind: 'custom', spec: text });
          return true;
        }}
      />
    </div>
  );
}
