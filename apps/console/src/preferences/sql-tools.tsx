import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tokenOf } from '../api/data.ts';
import { queries } from '../api/queries.ts';
import { Choice } from '../controls/choice.tsx';
import { CodeBlock, CopyButton } from '../controls/code-block.tsx';
import type { PageFacts } from '../page/facts.ts';
import { Failure } from '../shell/failure.tsx';
import { Waiting } from '../shell/waiting.tsx';
import '../style/sql-tools.css';
import { sqlToolsWords as words } from '../words/applications/sql-tools-words.ts';
import { jdbcOf, odbcOf, psqlOf, pythonOf, type SqlAddress } from './sql-connections.ts';

type OpenedPort = NonNullable<PageFacts['sqlPort']>;

/** Shows the values that tools which speak PostgreSQL's protocol ask for. */
export function SqlTools({ opened }: { readonly opened: OpenedPort }) {
  return (
    <div className="sql-tools">
      <p className="help">{words.about}</p>
      <Connections opened={opened} />
    </div>
  );
}

function Connections({ opened }: { readonly opened: OpenedPort }) {
  const deployments = useQuery(queries.deployments);
  const person = useQuery(queries.person);
  const [chosen, setChosen] = useState<string>();
  const failed = [deployments, person].find(({ isError }) => isError);
  if (failed) return <Failure error={failed.error} onAgain={() => void failed.refetch()} />;
  if (!deployments.data || !person.data) return <Waiting what={words.loading} height={420} />;
  const deployment = deployments.data.find(({ id }) => String(id) === chosen) ?? deployments.data[0];
  if (!deployment) return <p>{words.noDeployment}</p>;
  const address: SqlAddress = {
    ...opened,
    host: location.hostname.replaceAll(/[[\]]/g, ''),
    database: String(deployment.id),
    user: person.data.username,
  };
  return (
    <>
      {deployments.data.length > 1 ? (
        <Choice
          label={words.deployment}
          value={String(deployment.id)}
          sections={[{ title: '', options: deployments.data.map(({ id, name }) => ({ id: String(id), title: name })) }]}
          onChange={setChosen}
        />
      ) : null}
      <dl>
        <Field name={words.host} value={address.host} />
        <Field name={words.port} value={String(address.port)} />
        <Field name={words.database} value={address.database} />
        <Field name={words.user} value={address.user} />
        <div>
          <dt>{words.password}</dt>
          <dd>
            <CopyButton label={words.password} title={words.copyToken} text={() => tokenOf(deployment.id)} />
            <span className="help">{words.passwordHelp}</span>
          </dd>
        </div>
        <div>
          <dt>{words.tls}</dt>
          <dd>{opened.hasTls ? words.tlsOn : words.tlsOff}</dd>
        </div>
      </dl>
      <CodeBlock label={words.psql} text={psqlOf(address)} />
      <CodeBlock label={words.jdbc} text={jdbcOf(address)} />
      <CodeBlock label={words.odbc} text={odbcOf(address)} />
      <CodeBlock label={words.python} text={pythonOf(address)} />
    </>
  );
}

function Field({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton label={name} text={() => value} />
      </dd>
    </div>
  );
}
