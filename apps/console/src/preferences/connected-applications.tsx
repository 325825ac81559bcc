import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { grantsByClient, ownGrants } from '../api/grant-queries.ts';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/rows.css';
import { preferencesWords as words } from '../words/preferences-words.ts';
import { ApplicationRow } from './application-row.tsx';

/** Applications that may act for the person, each with what it may do until the person ends it. */
export function ConnectedApplications() {
  const client = useQueryClient();
  const grants = useQuery(ownGrants);
  const list = useRef<HTMLDivElement>(null);
  const onEnded = () => {
    list.current?.focus();
    return client.invalidateQueries({ queryKey: ownGrants.queryKey });
  };
  if (grants.isPending) return <Waiting what={words.applications} height={48} />;
  if (grants.isError) return <Failure error={grants.error} onAgain={() => void grants.refetch()} />;
  return (
    <div ref={list} tabIndex={-1}>
      {grants.data.length === 0 ? <p className="help">{words.noApplications}</p> : null}
      <ul className="rows">
        {grantsByClient(grants.data).map((application) => (
          <ApplicationRow key={application.client.id} application={application} onEnded={onEnded} />
        ))}
      </ul>
    </div>
  );
}
