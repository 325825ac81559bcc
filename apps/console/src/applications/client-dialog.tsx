import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type AdministeredClient,
  accountClients,
  listedDeployments,
  type MadeClient,
  type NewClient,
} from '../api/account-clients.ts';
import { Choice } from '../controls/choice.tsx';
import { DeploymentChoice } from '../controls/deployment-choice.tsx';
import { Dialog } from '../controls/dialog.tsx';
import { FormActions } from '../controls/form-actions.tsx';
import { Problems } from '../controls/problems.tsx';
import { TextArea } from '../controls/text-area.tsx';
import { TextField } from '../controls/text-field.tsx';
import { Failure } from '../shell/failure.tsx';
import { adminWords as words } from '../words/applications/admin-words.ts';

const scopes = ['mcp-agent-access', 'platform:read', 'platform', 'offline_access'] as const;

type ServiceRole = NonNullable<AdministeredClient['role']>;

const roleNames: Readonly<Record<ServiceRole, string>> = {
  viewer: words.viewer,
  explorer: words.explorer,
  developer: words.developer,
  admin: words.admin,
};

/** Labels of the fields, by the names that the server has for them. */
const fieldLabels = {
  name: words.name,
  redirectUris: words.redirects,
  isConfidential: words.secretField,
  scopes: words.scopes,
  role: words.service,
  deploymentIds: words.deployments,
};

interface ClientDialogProps {
  /** Absent: one is made. */
  readonly client: AdministeredClient | undefined;
  onSaved(saved: AdministeredClient | MadeClient): void;
  onClose(): void;
}

/** Makes or changes an application of the account. */
export default function ClientDialog({ client, onSaved, onClose }: ClientDialogProps) {
  const [role, setRole] = useState<ServiceRole | 'none'>(client?.role ?? 'none');
  const [deploymentIds, setDeploymentIds] = useState(client?.deploymentIds ?? null);
  const [isIncomplete, setIsIncomplete] = useState(false);
  const service = role === 'none' ? undefined : { role, deploymentIds };
  const saving = useMutation({ mutationFn: (form: FormData) => save(client, form, service), onSuccess: onSaved });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsIncomplete(service?.deploymentIds?.length === 0);
    if (service?.deploymentIds?.length === 0) return;
    if (!saving.isPending) saving.mutate(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={client ? words.editOf(client.name) : words.make} isOpen onClose={onClose}>
      <form className="client-form" onSubmit={submit}>
        <TextField
          name="name"
          label={words.name}
          defaultValue={client?.name ?? ''}
          maxLength={255}
          isRequired
          autoFocus
        />
        <TextArea
          name="redirects"
          label={words.redirects}
          help={words.redirectsHelp}
          defaultValue={client?.redirectUris.join('\n') ?? ''}
        />
        {client ? null : (
          <label>
            <input type="checkbox" name="isConfidential" defaultChecked /> {words.isConfidential}
          </label>
        )}
        <Scopes chosen={client?.scopes ?? ['mcp-agent-access']} />
        {client && client.role === null ? null : <RoleChoice role={role} isNew={!client} onChange={setRole} />}
        {service ? <ServiceDeployments chosen={deploymentIds} onChoose={setDeploymentIds} /> : null}
        <div role="alert">{isIncomplete ? <p className="notice negative">{words.noDeployment}</p> : null}</div>
        <Problems error={isIncomplete ? null : saving.error} labels={fieldLabels} />
        <FormActions action={client ? words.save : words.makeIt} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function Scopes({ chosen }: { readonly chosen: AdministeredClient['scopes'] }) {
  return (
    <fieldset>
      <legend>{words.scopes}</legend>
      {scopes.map((scope) => (
        <label key={scope}>
          <input type="checkbox" name="scope" value={scope} defaultChecked={chosen.includes(scope)} /> {words[scope]}
        </label>
      ))}
    </fieldset>
  );
}

interface RoleChoiceProps {
  readonly role: ServiceRole | 'none';
  /** Whether it may have no service account. */
  readonly isNew: boolean;
  onChange(role: ServiceRole | 'none'): void;
}

function RoleChoice({ role, isNew, onChange }: RoleChoiceProps) {
  const none = isNew ? [{ id: 'none', title: words.noService }] : [];
  const options = [...none, ...Object.entries(roleNames).map(([id, title]) => ({ id, title }))];
  return (
    <div>
      <Choice
        label={words.service}
        value={role}
        sections={[{ title: '', options }]}
        onChange={(id) => onChange(id as ServiceRole | 'none')} // one of those above
      />
      <p className="help">{words.serviceHelp}</p>
    </div>
  );
}

interface ServiceDeploymentsProps {
  /** `null`: all, later ones too. */
  readonly chosen: number[] | null;
  onChoose(chosen: number[] | null): void;
}

function ServiceDeployments({ chosen, onChoose }: ServiceDeploymentsProps) {
  const deployments = useQuery(listedDeployments);
  if (deployments.isError) return <Failure error={deployments.error} onAgain={() => void deployments.refetch()} />;
  return (
    <DeploymentChoice
      deployments={deployments.data ?? []}
      chosen={chosen}
      all={words.allDeployments}
      onChoose={onChoose}
    />
  );
}

type Service = { readonly role: ServiceRole; readonly deploymentIds: number[] | null };

async function save(client: AdministeredClient | undefined, form: FormData, service: Service | undefined) {
  const given = {
    name: String(form.get('name')),
    redirectUris: String(form.get('redirects'))
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    scopes: form.getAll('scope') as NonNullable<NewClient['scopes']>, // values of the boxes above
  };
  if (client) return accountClients.update(client.id, { ...given, ...changedOf(client, service) });
  return accountClients.create({ ...given, ...service, isConfidential: form.has('isConfidential') });
}

/** Lists the fields that were changed here: another admin may have changed the rest meanwhile. */
function changedOf(client: AdministeredClient, service: Service | undefined): Partial<Service> {
  if (!service) return {};
  const { role, deploymentIds } = service;
  const isSame = JSON.stringify(deploymentIds) === JSON.stringify(client.deploymentIds ?? null);
  return { ...(role === client.role ? {} : { role }), ...(isSame ? {} : { deploymentIds }) };
}
