import { csvOf, download } from '@orrery/embed';
import { Download } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { DataIdentity } from '../../api/data.ts';
import { Button } from '../../controls/button.tsx';
import type { ExploredQuery } from '../../model/calculated-fields.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { momentText } from './moment-text.ts';
import { fileTitleOf, isCut, rowsText } from './rows-text.ts';
import type { AnswerState } from './use-answer.ts';

// Few answers are cut off.
const DownloadAll = lazy(() => import('./download-all.tsx'));

interface AnswerLineProps {
  readonly answer: AnswerState;
  readonly title: string;
  /** The query or statement whose rows are saved, all of them; absent where nothing was answered. */
  readonly all?: { readonly asker: DataIdentity; readonly asked: ExploredQuery } | undefined;
}

/** The number of rows and their age, or what the page waits for. Screen readers announce it, too. */
export function AnswerLine({ answer, title, all }: AnswerLineProps) {
  const { data, progress } = answer;
  const isThere = data !== undefined && answer.error === null && !answer.isEarlier;
  const time = data?.lastRefreshTime;
  const facts = isThere
    ? [
        rowsText(data),
        ...(time === undefined ? [] : [words.dataOf(momentText(time, { zone: data.timezone }))]),
        ...(data.timezone === undefined ? [] : [data.timezone]),
      ]
    : [];
  return (
    <div className="answer-line">
      <div role="status">
        {answer.isFetching ? (
          <span className="answer-progress">
            {progress?.stage
              ? words.waits(progress.stage, Math.round((progress.elapsedMs ?? 0) / 1_000))
              : words.running}
          </span>
        ) : (
          <span>{facts.join(' · ')}</span>
        )}
      </div>
      {answer.isFetching ? (
        <Button look="quiet" className="answer-cancel" onPress={answer.cancel}>
          {words.cancel}
        </Button>
      ) : null}
      {isThere && data.rows.length > 0 ? (
        <Button look="quiet" onPress={() => download(fileTitleOf(title, data), csvOf(data.columns, data.rows))}>
          <Download size={14} strokeWidth={1.5} aria-hidden="true" />
          {words.download}
        </Button>
      ) : null}
      {isThere && all && isCut(data) ? (
        <Suspense>
          <DownloadAll key={title} title={title} columns={data.columns} {...all} />
        </Suspense>
      ) : null}
      {isThere ? <Warnings texts={data.warnings.map(({ message }) => message)} /> : null}
    </div>
  );
}

function Warnings({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className="problems">
      {[...new Set(texts)].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
