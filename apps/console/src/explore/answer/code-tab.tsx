import type { Query } from '@orrery/client/data';
import { type Asker, dataAddress, tokenOf } from '../../api/data.ts';
import { CodeBlock, CopyButton } from '../../controls/code-block.tsx';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import { isEmpty } from '../query/fields.ts';
import { curlOf, javascriptOf } from './snippets.ts';

interface CodeTabProps {
  readonly asker: Asker;
  readonly query: Query;
  readonly sql: string | undefined;
}

/** The same question as programs ask it. */
export default function CodeTab({ asker: { deploymentId }, query, sql }: CodeTabProps) {
  if (sql === undefined && isEmpty(query)) return <p className="answer-empty">{words.empty}</p>;
  const asked = { apiUrl: dataAddress(deploymentId), asked: sql ?? query };
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
