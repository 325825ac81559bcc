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
    summary: 'Activate the previous version again; takes the right SchemaUpdate',
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
    summary: 'Remove a version that is not active; takes the right SchemaUpdate',
    takes: changing('SchemaUpdate'),
    idOf: 'version',
    answer: 'nothing',
  }),
  validate: post('/deployments/:deploymentId/versions/:id/validate', {
    id: 'validateProjectVersion',
    tag,
    summary:
      'Validate a version with the present variables and data sources of the deployment; takes the right SchemaRead',
    takes: onDeployment('SchemaRead'),
    idOf: 'version',
    answer: projectCheckSchema,
  }),
  activate: post('/deployments/:deploymentId/versions/:id/activate', {
    id: 'activateProjectVersion',
    tag,
    summary:
      'Activate a version from the next request on; 409 with its problems when it cannot be served. Takes the right SchemaUpdate',
    takes: changing('SchemaUpdate'),
    idOf: 'version',
    answer: projectVersionSchema,
  }),
};
