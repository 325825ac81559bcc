import { deployOperations } from '@orrery/contract';
import type { DeploymentService, UploadService, VariableService, VersionService } from '@orrery/deployments';
import { defaultDeploymentId, mayDo } from '@orrery/kernel';
import { InvalidFields } from '../invalid-fields.ts';
import { type PlatformFace, serve } from '../serve.ts';
import { presentVersion } from '../version/present-version.ts';
import { readForm } from './read-form.ts';

export interface DeployServices {
  readonly deployments: DeploymentService;
  readonly uploads: UploadService;
  readonly projectVersions: VersionService;
  readonly variables: VariableService;
}

/** Serves what `cubejs-cli deploy` calls. */
export function serveDeploy(
  face: PlatformFace,
  { deployments, uploads, projectVersions, variables }: DeployServices,
): void {
  serve(face, deployOperations.list, async ({ caller, accountId }) => {
    const all = await deployments.summaries(accountId);
    return all.flatMap(({ id, name }) =>
      id !== defaultDeploymentId && mayDo(caller, 'SchemaUpdate', { deploymentId: id }) ? [{ id, name }] : [],
    );
  });

  serve(face, deployOperations.files, ({ accountId, deploymentId }) => uploads.hashes(accountId, deploymentId));

  serve(face, deployOperations.start, async ({ accountId, deploymentId, makeChange }) => {
    const { name } = await deployments.get(accountId, deploymentId);
    const id = await makeChange((change) => uploads.start(change, deploymentId));
    return { transaction: { id }, deploymentName: name };
  });

  void face.app.register(async (app) => {
    app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    serve({ ...face, app }, deployOperations.addFile, async ({ deploymentId, makeChange, request }) => {
      const { uploadId, path, content } = await readForm(request);
      await makeChange((change) => uploads.addFile(change, deploymentId, uploadId, { path, content }));
      return { path, bytes: content.length };
    });
  });

  serve(face, deployOperations.finish, async ({ accountId, deploymentId, changeRights, body }) => {
    const checked = await uploads.check(accountId, deploymentId, body.transaction.id, body.files);
    const id = await changeRights((change) => uploads.finish(change, checked));
    return { version: presentVersion(await projectVersions.get(accountId, deploymentId, id)) };
  });

  serve(face, deployOperations.setVariables, async ({ accountId, deploymentId, query, body, changeRights }) => {
    const given = variablesIn(body.envVariables);
    const known = new Set((await variables.list(accountId, deploymentId)).map(({ name }) => name));
    const changes = given.filter(({ name }) => query.replaceEnv === 'true' || !known.has(name));
    if (changes.length > 0) await changeRights((change) => variables.set(change, deploymentId, changes));
    return { set: changes.map(({ name }) => name) };
  });
}

/** @throws InvalidFields */
function variablesIn(text: string): readonly { readonly name: string; readonly value: string }[] {
  const refused = (message: string) => new InvalidFields([{ path: 'envVariables', message }]);
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw refused('is not JSON');
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw refused('is not an object of values');
  return Object.entries(given).map(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return { name, value };
    throw refused(`has a value that is no text: ${name.slice(0, 100)}`);
  });
}
