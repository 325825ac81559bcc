import { useState } from 'react';
import type { ConnectedApplication } from '../api/grant-queries.ts';
import { platform } from '../api/platform.ts';
import { Button } from '../controls/button.tsx';
import { Confirmed } from '../controls/confirmed.tsx';
import { ago, exactMoment } from '../words/ago.ts';
import { connectWords } from '../words/applications/connect-words.ts';
import { preferencesWords as words } from '../words/preferences-words.ts';

interface ApplicationRowProps {
  readonly application: ConnectedApplication;
  onEnded(): void;
}

/** An application, with everything that the person has allowed it. */
export function ApplicationRow({ application, onEnded }: ApplicationRowProps) {
  const { client, scopes, deploymentIds, createdAt, lastUsedAt } = application;
  const [isAsked, setAsked] = useState(false);
  return (
    <li>
      <strong>{client.name}</strong>
      <span className="help">{[client.host, words.since(ago(createdAt))].filter(Boolean).join(' · ')}</span>
      <span className="help" title={lastUsedAt === null ? undefined : exactMoment(lastUsedAt)}>
        {lastUsedAt === null ? words.neverUsed : words.lastUsed(ago(lastUsedAt))}
      </span>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{connectWords[scope]}</li>
        ))}
        {deploymentIds === null ? null : <li>{words.onlyDeployments(deploymentIds)}</li>}
      </ul>
      {isAsked ? (
        <Confirmed
          help={words.endHelp(client.name)}
          action={words.endOf(client.name)}
          act={async () => {
            await platform.endOwnOAuthClient({ path: { id: client.id } });
            onEnded();
          }}
          onClose={() => setAsked(false)}
        />
      ) : (
        <Button aria-label={words.endOf(client.name)} onPress={() => setAsked(true)}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
