import { projectOf } from '../../../packages/deployments/src/version/project-for-test.ts';
import type { Recorder } from '../recorder.ts';

/** Deployments with their settings, versions and history. */
export async function tellDeployments(api: Recorder): Promise<void> {
  const { body: made } = await api.ask('createDeployment');
  const deploymentId: number = made.id;
  const deployment = { parameters: { deploymentId } };
  await api.ask('getDeployments', { parameters: { first: 10 } });
  await api.ask('getDeployment', { parameters: { deploymentId: 1 } });
  await api.ask('updateDeployment', { ...deployment, body: { name: 'Europe and Asia' } });
  await api.ask('deploymentToken', { parameters: { deploymentId: 1 } });
  await api.ask('reportAccess', { parameters: { deploymentId: 1 } });
  await api.ask('updateDeploymentVariables', deployment);
  await api.ask('getDeploymentVariables', deployment);
  const { body: source } = await api.ask('createDataSource', deployment);
  const ofSource = { parameters: { deploymentId, id: source.id } };
  await api.ask('getDataSources', { parameters: { deploymentId, first: 10 } });
  await api.ask('getDataSource', ofSource);
  await api.ask('updateDataSource', ofSource);
  await api.ask('deleteDataSource', ofSource);
  await api.ask('getSqlSources', { parameters: { deploymentId: 1 } });
  await api.ask('getSqlTables', { parameters: { deploymentId: 1, sourceName: 'default' } });
  await api.ask('runSourceSql', { parameters: { deploymentId: 1 } });
  await tellEnvironments(api);
  await tellVersions(api, deploymentId);
  await api.ask('deleteDeployment', deployment);
}

async function tellEnvironments(api: Recorder): Promise<void> {
  const { body: environments } = await api.ask('getDeploymentEnvironments', { parameters: { deploymentId: 1 } });
  const environment = { parameters: { deploymentId: 1, environmentId: Number(environments.data[0].id) } };
  await api.ask('createDeploymentEnvironmentToken', environment);
  await api.ask('createDeploymentEnvironmentTokenForMetaSync', environment);
  await api.ask('getDeploymentEnvironmentTokens', environment);
}

async function tellVersions(api: Recorder, deploymentId: number): Promise<void> {
  const upload = (numbers: readonly number[], message: string) =>
    api.ask('uploadProjectVersion', { parameters: { deploymentId, message }, file: projectOf(numbers) });
  const first = (await upload([1, 2], 'The first')).body.version;
  const ofFirst = { parameters: { deploymentId, id: first.id } };
  await api.ask('getProjectVersions', { parameters: { deploymentId, first: 10 } });
  await api.ask('getProjectVersion', ofFirst);
  await api.ask('validateProjectVersion', ofFirst);
  await api.ask('activateProjectVersion', ofFirst);
  const second = (await upload([1, 2, 3], 'The second')).body.version;
  const ofSecond = { parameters: { deploymentId, id: second.id } };
  await api.ask('activateProjectVersion', ofSecond);
  await api.ask('rollBackProjectVersion', { parameters: { deploymentId } });
  await api.ask('deleteProjectVersion', ofSecond);
}
