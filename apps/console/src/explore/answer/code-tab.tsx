import type { Query } from '@orrery/client/data';
import { useQuery } from '@tanstack/react-query';
import { answerQueries } from '../../api/answer-queries.ts';
import { type DataIdentity, dataAddress, tokenOf } from '../../api/data.ts';
import { CodeBlock, CopyButton } from '../../controls/code-block.tsx';
import type { CalculatedField } from '../../model/calculated-fields.ts';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { isEmpty } from '../query/fields.ts';
import { curlOf, javascriptOf } from './snippets.ts';

interface CodeTabProps {
  readonly asker: DataIdentity;
  readonly query: Query;
  readonly sql: string | undefined;
  readonly calculated: readonly CalculatedField[] | undefined;
}

/** The same question as programs ask it. */
export default function CodeTab({ asker, query, sql, calculated }: CodeTabProps) {
  const { deploymentId } = asker;
  const isAsked = sql !== undefined || !isEmpty(query);
  const isMade = sql === undefined && calculated !== undefined;
  const made = useQuery({
    ...answerQueries.statements(asker, { query, calculated: calculated ?? [] }),
    enabled: isAsked && isMade,
  });
  if (!isAsked) return <p className="answer-empty">{words.empty}</p>;
  if (isMade && made.isError) return <Failure error={made.error} onAgain={() => void made.refetch()} />;
  if (isMade && !made.data) return <Waiting what={words.code} />;
  // A program asks a query with calculated fields as the statement that it is.
  const statement = sql ?? (isMade ? made.data?.semantic : undefined);
  const asked = { apiUrl: dataAddress(deploymentId), asked: statement ?? query };
  return (
    <div className="code-tab">
      <div className="code-token">
        <p className="help">{details.tokenHelp}</p>
        <CopyButton label={details.token} title={details.copyToken} text={() => tokenOf(deploymentId)} />
      </div>
      <CodeBlock label={details.curl} text={curlOf(asked)} />
      <CodeBlock label={details.javascript} text={javascriptOf(asked)} />
    </div>
  );
}
