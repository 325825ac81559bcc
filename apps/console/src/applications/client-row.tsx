import { useState } from 'react';
import { type AdministeredClient, accountClients, type MadeClient } from '../api/account-clients.ts';
import { Button } from '../controls/button.tsx';
import { Confirmed } from '../controls/confirmed.tsx';
import { ago } from '../words/ago.ts';
import { adminWords as words } from '../words/applications/admin-words.ts';
import { preferencesWords } from '../words/preferences-words.ts';

interface ClientRowProps {
  readonly client: AdministeredClient;
  onEdit(client: AdministeredClient): void;
  onSecret(made: MadeClient): void;
  onChanged(): void;
}

const kinds = {
  own: words.ofProduct,
  admin: words.ofAdmin,
  registered: words.ofItself,
  document: words.ofDocument,
} as const satisfies Record<AdministeredClient['kind'], string>;

const roles = {
  viewer: words.viewer,
  explorer: words.explorer,
  developer: words.developer,
  admin: words.admin,
} as const;

/** An application, and what an admin does with it. */
export function ClientRow({ client, onEdit, onSecret, onChanged }: ClientRowProps) {
  const { id, name, kind, clientId, role, deploymentIds, secretTail, lastUsedAt, redirectUris, isConfidential } =
    client;
  const [asked, setAsked] = useState<'secret' | 'removal'>();
  const isOurs = kind === 'admin';
  const facts = [
    kinds[kind],
    ...(role === null ? [] : [words.asRole(roles[role])]),
    ...(deploymentIds === null ? [] : [preferencesWords.onlyDeployments(deploymentIds)]),
    ...(secretTail === null ? [] : [words.secretEnds(secretTail)]),
    lastUsedAt === null ? words.neverUsed : words.lastUsed(ago(lastUsedAt)),
  ];
  const close = () => setAsked(undefined);
  return (
    <li>
      <strong>{name}</strong>
      <code>{clientId}</code>
      <span className="help">{facts.join(' · ')}</span>
      {redirectUris.map((uri) => (
        <span key={uri} className="help">
          {uri}
        </span>
      ))}
      {asked === 'secret' ? (
        <Confirmed
          help={words.newSecretHelp}
          action={words.newSecretOf(name)}
          act={async () => onSecret(await accountClients.rotateSecret(id))}
          onClose={close}
        />
      ) : null}
      {asked === 'removal' ? (
        <Confirmed
          help={isOurs ? words.removeHelp : words.endAllHelp}
          action={isOurs ? words.removeOf(name) : words.endAllOf(name)}
          act={async () => {
            await accountClients.delete(id);
            onChanged();
          }}
          onClose={close}
        />
      ) : null}
      {asked === undefined ? (
        <div className="row-actions">
          {isOurs ? (
            <Button aria-label={words.editOf(name)} onPress={() => onEdit(client)}>
              {words.edit}
            </Button>
          ) : null}
          {isOurs && isConfidential ? (
            <Button aria-label={words.newSecretOf(name)} onPress={() => setAsked('secret')}>
              {words.newSecret}
            </Button>
          ) : null}
          <Button aria-label={isOurs ? words.removeOf(name) : words.endAllOf(name)} onPress={() => setAsked('removal')}>
            {isOurs ? words.remove : words.endAll}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
