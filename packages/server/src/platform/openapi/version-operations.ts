import {
  newProjectVersionQuerySchema,
  pageQuerySchema,
  projectCheckSchema,
  projectVersionSchema,
  projectVersionsSchema,
  uploadedProjectVersionSchema,
} from '@orrery/contract';
import type { Operations } from './operation.ts';

const versions = { tag: 'Versions of projects' };

export const versionOperations: Operations = {
  'GET /deployments/:deploymentId/versions': {
    ...versions,
    id: 'getProjectVersions',
    summary: 'Projects that were uploaded for a deployment, oldest first; takes the right SchemaRead',
    query: pageQuerySchema,
    answer: projectVersionsSchema,
  },
  'POST /deployments/:deploymentId/versions': {
    ...versions,
    id: 'uploadProjectVersion',
    summary:
      'Upload a whole project as a ZIP archive and check it; it serves when it is activated. Takes the right SchemaUpdate',
    query: newProjectVersionQuerySchema,
    archive: 'application/zip',
    answer: uploadedProjectVersionSchema,
  },
  'POST /deployments/:deploymentId/versions/rollback': {
    ...versions,
    id: 'rollBackProjectVersion',
    summary: 'Let the version serve again that did before; takes the right SchemaUpdate',
    answer: projectVersionSchema,
  },
  'GET /deployments/:deploymentId/versions/:id': {
    ...versions,
    id: 'getProjectVersion',
    summary: 'A version; takes the right SchemaRead',
    answer: projectVersionSchema,
  },
  'DELETE /deployments/:deploymentId/versions/:id': {
    ...versions,
    id: 'deleteProjectVersion',
    summary: 'Remove a version that does not serve; takes the right SchemaUpdate',
    answer: 'nothing',
  },
  'POST /deployments/:deploymentId/versions/:id/validate': {
    ...versions,
    id: 'validateProjectVersion',
    summary: 'What is wrong with a version, with the deployment as it is now; takes the right SchemaRead',
    answer: projectCheckSchema,
  },
  'POST /deployments/:deploymentId/versions/:id/activate': {
    ...versions,
    id: 'activateProjectVersion',
    summary:
      'Let a version serve from the next request on; 409 with what is wrong when it cannot. Takes the right SchemaUpdate',
    answer: projectVersionSchema,
  },
};
