import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type AdministeredClient, listedClients, listedGrants, type MadeClient } from '../api/account-clients.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../controls/button.tsx';
import { Failure } from '../shell/failure.tsx';
import { PageBar } from '../shell/page-bar.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/account-applications.css';
import '../style/rows.css';
import { adminWords as words } from '../words/applications/admin-words.ts';
import { ClientRow } from './client-row.tsx';
import { GrantRow } from './grant-row.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const ClientDialog = lazy(() => import('./client-dialog.tsx'));

/** Lists applications of the account and their grants, and lets admins change them. */
export function ApplicationsPage() {
  const person = useQuery(queries.person);
  return (
    <>
      <PageBar title={words.title} />
      <div className="page account-applications">
        {person.isPending ? <Waiting what={words.title} height={200} /> : null}
        {person.isError ? <Failure error={person.error} onAgain={() => void person.refetch()} /> : null}
        {person.data ? person.data.isAdmin ? <Administration /> : <p>{words.only}</p> : null}
      </div>
    </>
  );
}

/** The application whose form is open; `new` for one that is made. */
type Opened = AdministeredClient | 'new' | undefined;

function Administration() {
  const client = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const [made, setMade] = useState<MadeClient>();
  const refresh = () =>
    Promise.all([listedClients, listedGrants].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
  const settle = (saved: AdministeredClient | MadeClient) => {
    setOpened(undefined);
    if ('clientSecret' in saved) setMade(saved);
    void refresh();
  };
  return (
    <>
      <section>
        <p className="help">{words.about}</p>
        <Button look="primary" onPress={() => setOpened('new')}>
          {words.make}
        </Button>
        <Clients onEdit={setOpened} onSecret={settle} onChanged={() => void refresh()} />
      </section>
      <section>
        <h2>{words.connected}</h2>
        <p className="help">{words.connectedHelp}</p>
        <Grants onChanged={() => void refresh()} />
      </section>
      {opened === undefined ? null : (
        <Suspense fallback={null}>
          <ClientDialog
            client={opened === 'new' ? undefined : opened}
            onClose={() => setOpened(undefined)}
            onSaved={settle}
          />
        </Suspense>
      )}
      {made ? <SecretDialog made={made} onClose={() => setMade(undefined)} /> : null}
    </>
  );
}

interface ClientsProps {
  onEdit(client: AdministeredClient): void;
  onSecret(made: MadeClient): void;
  onChanged(): void;
}

function Clients(props: ClientsProps) {
  const clients = useQuery(listedClients);
  if (clients.isPending) return <Waiting what={words.title} height={120} />;
  if (clients.isError) return <Failure error={clients.error} onAgain={() => void clients.refetch()} />;
  if (clients.data.length === 0) return <p className="help">{words.none}</p>;
  return (
    <ul className="rows" aria-label={words.title}>
      {clients.data.map((each) => (
        <ClientRow key={each.id} client={each} {...props} />
      ))}
    </ul>
  );
}

function Grants({ onChanged }: { readonly onChanged: () => void }) {
  const grants = useQuery(listedGrants);
  if (grants.isPending) return <Waiting what={words.connected} height={120} />;
  if (grants.isError) return <Failure error={grants.error} onAgain={() => void grants.refetch()} />;
  if (grants.data.length === 0) return <p className="help">{words.nobody}</p>;
  return (
    <ul className="rows" aria-label={words.connected}>
      {grants.data.map((each) => (
        <GrantRow key={each.id} grant={each} onChanged={onChanged} />
      ))}
    </ul>
  );
}
