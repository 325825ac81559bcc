import { sandboxPermissions } from '@orrery/embed';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'react-aria-components';
import { contentQueries } from '../api/content-queries.ts';
import { messageOf } from '../api/message-of.ts';
import { platform } from '../api/platform.ts';
import { CodeBlock } from '../controls/code-block.tsx';
import { addressOf } from '../page/addresses.ts';
import { Failure } from '../shell/failure.tsx';
import { shareWords as words } from '../words/share-words.ts';
import { frameCode } from './frame-code.ts';

interface EmbeddingProps {
  readonly deploymentId: number;
  readonly workbookId: number;
}

/** How the dashboard of a workbook is shown in other pages, and whether to viewers without an account. */
export function Embedding({ deploymentId, workbookId }: EmbeddingProps) {
  const client = useQueryClient();
  const query = contentQueries.workbook(deploymentId, workbookId);
  const workbook = useQuery(query);
  const allow = useMutation({
    mutationFn: (allowEmbed: boolean) =>
      platform.updateDashboardEmbedding({ path: { deploymentId, workbookId }, body: { allowEmbed } }),
    onSuccess: (dashboard) => {
      client.setQueryData(contentQueries.dashboard(dashboard.publicId).queryKey, dashboard);
      return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    },
  });
  if (workbook.isError) return <Failure error={workbook.error} onAgain={() => void workbook.refetch()} />;
  if (!workbook.data) return null;
  const { publishedDashboard: dashboard, name } = workbook.data;
  const address = `${location.origin}${addressOf(`/embed/dashboard/${dashboard?.publicId}`)}`;
  const code = frameCode({ address, title: dashboard?.title ?? name, sandbox: sandboxPermissions });
  return (
    <section aria-labelledby="embedding" className="embedding">
      <h3 id="embedding">{words.embedding}</h3>
      <p className="help">{dashboard ? words.embeddingHelp : words.publishToEmbed}</p>
      {dashboard ? (
        <>
          <CodeBlock label={words.frameCode} text={code} />
          <CodeBlock label={words.frameAddress} text={address} />
          <Switch
            className="switch"
            isSelected={allow.isPending ? allow.variables : dashboard.allowEmbed}
            onChange={(isOn) => allow.isPending || allow.mutate(isOn)}
          >
            <span className="track" aria-hidden="true" />
            <span>
              {words.allowSigned}
              <span className="help">{words.allowSignedHelp}</span>
            </span>
          </Switch>
          <div role="alert">{allow.isError ? <p className="notice negative">{messageOf(allow.error)}</p> : null}</div>
        </>
      ) : null}
    </section>
  );
}
