import type { Query } from '@orrery/client/data';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataIdentity } from '../../api/data.ts';
import { messageOf } from '../../api/message-of.ts';
import { parseExact } from '../../api/parse-exact.ts';
import { answerQueries } from '../../api/answer-queries.ts';
import { CodeBlock } from '../../controls/code-block.tsx';
import { CodeEditor } from '../../controls/code-editor.tsx';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import type { CalculatedField } from '../../model/calculated-fields.ts';
import { type ExploreSearch, isQuery } from '../explore-search.ts';
import { inOneForm, isEmpty, viewNameIn } from '../query/fields.ts';

/** Texts that were typed and not run yet. */
export interface Drafts {
  readonly sql?: string | undefined;
  readonly json?: string | undefined;
}

/** The exploration by the time that something has ended. */
interface Later {
  readonly isSame: boolean;
  readonly act: (next: Partial<ExploreSearch>) => void;
}

export interface SqlTabProps {
  readonly asker: DataIdentity;
  readonly query: Query;
  /** The statement that runs in place of the query. */
  readonly sql: string | undefined;
  readonly calculated: readonly CalculatedField[] | undefined;
  readonly drafts: Drafts;
  readonly onDraft: (draft: Drafts) => void;
  readonly onChange: (next: Partial<ExploreSearch>) => void;
  /** Begins something that has to be waited for, before it changes what is explored. */
  readonly onWait: () => () => Later;
}

/** The query as a statement over the model and as JSON, both to be changed by hand, and the SQL that the source runs. */
export default function SqlTab(props: SqlTabProps) {
  const { asker, query, sql, calculated, drafts, onDraft, onChange, onWait } = props;
  const isOfMembers = sql === undefined && !isEmpty(query);
  const statements = useQuery({
    ...answerQueries.statements(asker, sql ?? (calculated ? { query, calculated } : query)),
    enabled: sql !== undefined || isOfMembers,
  });
  const [fault, setFault] = useState<string>();
  const { data } = statements;

  const runStatement = async (text: string) => {
    setFault(undefined);
    const end = onWait();
    try {
      const converted = await asker.data.convert(text);
      const { isSame, act } = end();
      if (!isSame) return false;
      if (converted.status === 'ok' && isQuery(converted.query)) {
        const q = inOneForm(converted.query);
        act({ q, sql: undefined, calculated: undefined, view: viewNameIn(q), pivot: undefined });
      } else {
        act({ sql: text, pivot: undefined });
      }
      return true;
    } catch (error) {
      setFault(messageOf(error, details.notSent));
      return false;
    }
  };
  const runJson = (text: string) => {
    setFault(undefined);
    try {
      const given = parseExact(text);
      if (!isQuery(given)) {
        setFault(details.notQuery);
        return false;
      }
      const q = inOneForm(given);
      onChange({ q, sql: undefined, view: viewNameIn(q), pivot: undefined });
      return true;
    } catch (error) {
      setFault(details.notJson(error instanceof Error ? error.message : String(error)));
      return false;
    }
  };
  const semantic = sql ?? data?.semantic ?? '';
  return (
    <div className="sql-tab">
      {fault === undefined ? null : (
        <p className="notice negative" role="alert">
          {fault}
        </p>
      )}
      <CodeEditor
        label={details.semanticSql}
        text={semantic}
        typed={drafts.sql}
        onType={(text) => onDraft({ sql: text })}
        help={data?.noStatement === undefined ? undefined : details.noSql(data.noStatement)}
        onRun={runStatement}
      />
      {statements.isError ? (
        <Failure error={statements.error} onAgain={() => void statements.refetch()} />
      ) : data?.generated === undefined ? (
        statements.isFetching ? (
          <Waiting what={details.generatedSql} />
        ) : null
      ) : (
        <CodeBlock label={details.generatedSql} text={data.generated} />
      )}
      {sql === undefined ? (
        <CodeEditor
          label={details.semanticJson}
          text={JSON.stringify(query, undefined, 2)}
          typed={drafts.json}
          onType={(text) => onDraft({ json: text })}
          onRun={runJson}
        />
      ) : null}
    </div>
  );
}
