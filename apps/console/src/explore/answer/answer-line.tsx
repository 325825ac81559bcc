import type { Query } from '@orrery/client/data';
import { csvOf, download } from '@orrery/embed';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Answered } from '../../api/answer-queries.ts';
import { type Asked, isCalculated } from '../../model/calculated-fields.ts';
import type { Asker } from '../../api/data.ts';
import { messageOf } from '../../api/message-of.ts';
import { Button } from '../../controls/button.tsx';
import { exploreWords as words } from '../../words/explore-words.ts';
import { momentText } from './moment-text.ts';
import { fileTitleOf, isCut, rowsText } from './rows-text.ts';
import type { AnswerState } from './use-answer.ts';

interface AnswerLineProps {
  readonly answer: AnswerState;
  readonly title: string;
  /** What all rows are asked by; absent where nothing was answered. */
  readonly all?: { readonly asker: Asker; readonly asked: Asked } | undefined;
}

/** How many rows there are and how fresh they are, or what is waited for. Told to those who do not see it, too. */
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
      {isThere && all && isCut(data) ? <DownloadAll key={title} title={title} columns={data.columns} {...all} /> : null}
      {isThere ? <Warnings texts={data.warnings.map(({ message }) => message)} /> : null}
    </div>
  );
}

type DownloadAllProps = NonNullable<AnswerLineProps['all']> &
  Pick<AnswerLineProps, 'title'> &
  Pick<Answered, 'columns'>;

/** Saves all rows, which the server writes while they are made; its last line says if there may be more. */
function DownloadAll({ title, columns, asker, asked }: DownloadAllProps) {
  const [state, setState] = useState<'idle' | 'asking'>('idle');
  const [fault, setFault] = useState('');
  const save = async () => {
    setState('asking');
    setFault('');
    try {
      const order = columns.map(({ name }) => name);
      const { of, timezone } = await allRowsOf(asker, asked);
      const file = await asker.data.exportRows(of, { columns: order, timezone });
      download(title, await new Response(file).blob());
    } catch (error) {
      setFault(messageOf(error));
    }
    setState('idle');
  };
  return (
    <>
      <Button look="quiet" isPending={state === 'asking'} onPress={() => void save()}>
        {words.downloadAll}
      </Button>
      <span role="alert">{fault}</span>
    </>
  );
}

/** What all rows are asked by: a query with calculated fields by its statement. */
async function allRowsOf(
  asker: Asker,
  asked: Asked,
): Promise<{ readonly of: Query | string; readonly timezone?: string | undefined }> {
  if (typeof asked === 'string' || !isCalculated(asked)) return { of: asked };
  const { isStatement, statementOf } = await import('../../api/calculated-answer.ts');
  const made = await statementOf(asker, asked);
  // It ends with the usual limit of answers; a file has a limit of its own.
  return isStatement(made) ? { of: made.text.replace(/\s+LIMIT \d+$/, ''), timezone: made.timezone } : { of: made };
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
