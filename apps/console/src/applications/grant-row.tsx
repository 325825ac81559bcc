import { useState } from 'react';
import type { AccountGrant } from '../api/account-clients.ts';
import { platform } from '../api/platform.ts';
import { Button } from '../controls/button.tsx';
import { ago } from '../words/ago.ts';
import { adminWords as words } from '../words/applications/admin-words.ts';
import { Confirmed } from '../controls/confirmed.tsx';

interface GrantRowProps {
  readonly grant: AccountGrant;
  onChanged(): void;
}

/** Shows a grant of a person to an application. */
export function GrantRow({ grant, onChanged }: GrantRowProps) {
  const { id, client, username, scopes, createdAt, lastUsedAt } = grant;
  const [isAsked, setAsked] = useState(false);
  const action = words.endOf(client.name, username);
  const used = lastUsedAt === null ? words.neverUsed : words.lastUsed(ago(lastUsedAt));
  return (
    <li>
      <strong>{username}</strong>
      <span>{client.name}</span>
      <span className="help">{[scopes.join(', '), words.since(ago(createdAt)), used].join(' · ')}</span>
      {isAsked ? (
        <Confirmed
          help={words.endHelp}
          action={action}
          act={async () => {
            await platform.endOAuthGrant({ path: { id } });
            onChanged();
          }}
          onClose={() => setAsked(false)}
        />
      ) : (
        <Button aria-label={action} onPress={() => setAsked(true)}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
