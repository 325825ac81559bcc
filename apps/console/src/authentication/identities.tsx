import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Confirmed } from '../controls/confirmed.tsx';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
import { ago } from '../words/ago.ts';
import { authenticationWords as words } from '../words/authentication/authentication-words.ts';
import { FindPerson, type FoundPerson } from './find-person.tsx';
import { everyIdentity, identitiesQuery, type ShownIdentity, unlink } from './sign-in-api.ts';

/** Lists the identities of users at providers: all of the account, or those of one user. */
export function Identities() {
  const client = useQueryClient();
  const [person, setPerson] = useState<FoundPerson>();
  const identities = useInfiniteQuery(identitiesQuery(person?.userId));
  const find = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const showAll = () => {
    setPerson(undefined);
    find.current?.querySelector('input')?.focus(); // the button is gone
  };
  const onUnlinked = async () => {
    list.current?.focus(); // the row goes away
    client.removeQueries({ ...everyIdentity, type: 'inactive' });
    await client.invalidateQueries(everyIdentity);
  };
  if (identities.isError) return <Failure error={identities.error} onAgain={() => void identities.refetch()} />;
  const items = identities.data?.pages.flatMap((page) => page.items) ?? [];
  const isEmpty = identities.isSuccess && items.length === 0;
  return (
    <>
      {isEmpty && !person ? null : (
        <FindPerson place={find} label={words.showOne} actionOf={words.showOf} onFound={setPerson} />
      )}
      {person ? (
        <p>
          {words.onlyOf(person.username)}{' '}
          <Button look="quiet" onPress={showAll}>
            {words.showAll}
          </Button>
        </p>
      ) : null}
      {identities.isPending ? <Waiting what={words.loadingPeople} height={120} /> : null}
      {isEmpty ? <p>{person ? words.notThisOne(person.username) : words.nobody}</p> : null}
      <div ref={list} tabIndex={-1}>
        <ul className="rows" aria-label={words.people}>
          {items.map((identity) => (
            <IdentityRow key={identity.id} identity={identity} onUnlinked={onUnlinked} />
          ))}
        </ul>
      </div>
      {identities.hasNextPage ? (
        <Button onPress={() => void identities.fetchNextPage({ cancelRefetch: false })}>{words.more}</Button>
      ) : null}
    </>
  );
}

interface IdentityRowProps {
  readonly identity: ShownIdentity;
  readonly onUnlinked: () => Promise<void>;
}

function IdentityRow({ identity, onUnlinked }: IdentityRowProps) {
  const { id, username, provider, issuer, subject, createdAt, lastUsedAt } = identity;
  const [isAsked, setAsked] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const action = words.unlinkOf(username, provider);
  const close = () => {
    setAsked(false);
    row.current?.focus();
  };
  return (
    <li ref={row} tabIndex={-1}>
      <strong>{username}</strong>
      <span>{words.personAt(subject, provider)}</span>
      <span className="help">
        {[issuer, words.knownSince(ago(createdAt)), words.lastSignIn(ago(lastUsedAt))].join(' · ')}
      </span>
      {isAsked ? (
        <Confirmed
          help={words.unlinkHelp(username, provider)}
          action={action}
          act={async () => {
            await unlink(id);
            await onUnlinked();
          }}
          onClose={close}
        />
      ) : (
        <Button aria-label={action} onPress={() => setAsked(true)}>
          {words.unlink}
        </Button>
      )}
    </li>
  );
}
