import {
  newProjectVersionQuerySchema,
  pageQuerySchema,
  projectCheckSchema,
  projectVersionSchema,
  projectVersionsSchema,
  uploadedProjectVersionSchema,
} from '../../platform/index.ts';
import { get, post, remove } from '../operation.ts';
import { changing, onDeployment } from '../takes.ts';

const tag = 'Versions of projects';

/** Uploaded versions of the project of a deployment. */
export const versionOperations = {
  list: get('/deployments/:deploymentId/versions', {
    id: 'getProjectVersions',
    tag,
    summary: 'Projects that were uploaded for a deployment, oldest first; takes the right SchemaRead',
    takes: onDeployment('SchemaRead'),
    query: pageQuerySchema,
    answer: projectVersionsSchema,
  }),
  upload: post('/deployments/:deploymentId/versions', {
    id: 'uploadProjectVersion',
    tag,
    summary:
      'Upload a whole project as a ZIP archive and check it; it serves when it is activated. Takes the right SchemaUpdate',
    takes: changing('SchemaUpdate'),
    query: newProjectVersionQuerySchema,
    archive: 'application/zip',
    answer: uploadedProjectVersionSchema,
  }),
  rollBack: post('/deployments/:deploymentId/versions/rollback', {
    id: 'rollBackProjectVersion',
    tag,
    summary: 'Let the version serve again that did before; takes the right SchemaUpdate',
    takes: changing('SchemaUpdate'),
    answer: projectVersionSchema,
  }),
  get: get('/deployments/:deploymentId/versions/:id', {
    id: 'getProjectVersion',
    tag,
    summary: 'A version; takes the right SchemaRead',
    takes: onDeployment('SchemaRead'),
    idOf: 'version',
    answer: projectVersionSchema,
  }),
  delete: remove('/deployments/:deploymentId/versions/:id', {
    id: 'deleteProjectVersion',
    tag,
    summary: 'Remove a version that does not serve; takes the right SchemaUpdate',
    takes: changing('SchemaUpdate'),
    idOf: 'version',
    answer: 'nothing',
  }),
  validate: post('/deployments/:deploymentId/versions/:id/validate', {
    id: 'validateProjectVersion',
    tag,
    summary: 'What is wrong with a version, with the deployment as it is now; takes the right SchemaRead',
    takes: onDeployment('SchemaRead'),
    idOf: 'version',
    answer: projectCheckSchema,
  }),
  activate: post('/deployments/:deploymentId/versions/:id/activate', {
    id: 'activateProjectVersion',
    tag,
    summary:
      'Let a version serve from the next request on; 409 with what is wrong when it cannot. Takes the right SchemaUpdate',
    takes: changing('SchemaUpdate'),
    idOf: 'version',
    answer: projectVersionSchema,
  }),
};
