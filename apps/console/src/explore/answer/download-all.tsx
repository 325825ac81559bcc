import type { Query } from '@orrery/client/data';
import { download } from '@orrery/embed';
import { useState } from 'react';
import type { QueryAnswer } from '@orrery/embed';
import type { DataIdentity } from '../../api/data.ts';
import { messageOf } from '../../api/message-of.ts';
import { Button } from '../../controls/button.tsx';
import { type ExploredQuery, isCalculated } from '../../model/calculated-fields.ts';
import { exploreWords as words } from '../../words/explore-words.ts';

interface DownloadAllProps extends Pick<QueryAnswer, 'columns'> {
  readonly title: string;
  readonly asker: DataIdentity;
  /** The query or statement whose rows are saved. */
  readonly asked: ExploredQuery;
}

/** Saves all rows, which the server writes while they are made; its last line says if there may be more. */
export default function DownloadAll({ title, columns, asker, asked }: DownloadAllProps) {
  const [state, setState] = useState<'idle' | 'asking'>('idle');
  const [fault, setFault] = useState('');
  const save = async () => {
    setState('asking');
    setFault('');
    try {
      // The file of a comparison has its ranges below each other.
      const order = columns.filter(({ comparedTo }) => comparedTo === undefined).map(({ name }) => name);
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

/** Asks for all rows of a query with calculated fields by its statement, and of everything else as it is. */
async function allRowsOf(
  asker: DataIdentity,
  asked: ExploredQuery,
): Promise<{ readonly of: Query | string; readonly timezone?: string | undefined }> {
  if (typeof asked === 'string' || !isCalculated(asked)) return { of: asked };
  const { isStatement, statementOf } = await import('../../api/calculated-answer.ts');
  const made = await statementOf(asker, asked);
  // It ends with the usual limit of answers; a file has a limit of its own.
  return isStatement(made) ? { of: made.text.replace(/\s+LIMIT \d+$/, ''), timezone: made.timezone } : { of: made };
}
