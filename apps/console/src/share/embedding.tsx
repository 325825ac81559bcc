import { sandboxPermissions } from '@orrery/embed';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Switch } from 'react-aria-components';
import { contentQueries } from '../api/content-queries.ts';
import { messageOf } from '../api/message-of.ts';
import { platform } from '../api/platform.ts';
import { queries } from '../api/queries.ts';
import { CodeBlock } from '../controls/code-block.tsx';
import { publicAddressOf } from '../page/addresses.ts';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
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
    onMutate: () => client.cancelQueries({ queryKey: query.queryKey, exact: true }), // it would answer what was before
    onSuccess: (dashboard) => {
      client.setQueryData(contentQueries.dashboard(dashboard.publicId).queryKey, dashboard);
      client.setQueryData(query.queryKey, (before) => before && { ...before, publishedDashboard: dashboard });
    },
  });
  // Only admins may read it. For others, the server says it when they allow embedding.
  const isAdmin = useQuery(queries.person).data?.isAdmin === true;
  const isOff = useQuery({ ...contentQueries.accountSettings, enabled: isAdmin }).data?.flags.embedding === false;
  if (!workbook.data) {
    if (!workbook.isError) return <Waiting what={words.embedding} height={240} />;
    return <Failure error={workbook.error} onAgain={() => void workbook.refetch()} />;
  }
  const { publishedDashboard: dashboard, name } = workbook.data;
  const address = publicAddressOf(`/embed/dashboard/${dashboard?.publicId}`);
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
            isDisabled={isOff && !dashboard.allowEmbed}
            isSelected={allow.isPending ? allow.variables : dashboard.allowEmbed}
            onChange={(isOn) => allow.isPending || allow.mutate(isOn)}
          >
            <span className="track" aria-hidden="true" />
            <span>
              {words.allowSigned}
              <span className="help">{words.allowSignedHelp}</span>
            </span>
          </Switch>
          {isOff ? <p className="notice warning">{words.embeddingOff}</p> : null}
          <div role="alert">{allow.isError ? <p className="notice negative">{messageOf(allow.error)}</p> : null}</div>
        </>
      ) : null}
    </section>
  );
}
