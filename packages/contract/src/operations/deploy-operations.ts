import {
  fileHashesSchema,
  finishedUploadSchema,
  finishUploadInputSchema,
  setUploadVariablesAnswerSchema,
  setUploadVariablesInputSchema,
  setUploadVariablesQuerySchema,
  startedUploadSchema,
  uploadedFileSchema,
  uploadQuerySchema,
  uploadTargetsSchema,
} from '../platform/index.ts';
import { get, type Operation, post } from './operation.ts';
import { changing, onDeployment, person, withoutTokens } from './takes.ts';

const tag = 'Upload file by file';

/** The operations that `cubejs-cli deploy` calls, below `/build/deploy`: a project that is uploaded file by file. */
export const deployOperations = {
  list: get('/deployments', {
    id: 'getUploadTargets',
    tag,
    summary: 'Deployments that the caller may upload a project for',
    takes: withoutTokens(person),
    answer: uploadTargetsSchema,
  }),
  files: get('/:deploymentId/files', {
    id: 'getUploadedFiles',
    tag,
    summary: 'The files that serve, with their checksums; takes the right SchemaUpdate',
    takes: withoutTokens(onDeployment('SchemaUpdate')),
    query: uploadQuerySchema,
    answer: fileHashesSchema,
  }),
  start: post('/:deploymentId/start-upload', {
    id: 'startUpload',
    tag,
    summary: 'Begin an upload, which lasts an hour; takes the right SchemaUpdate',
    takes: withoutTokens(changing('SchemaUpdate')),
    query: uploadQuerySchema,
    answer: startedUploadSchema,
  }),
  addFile: post('/:deploymentId/upload-file', {
    id: 'uploadFile',
    tag,
    summary: 'Add a file to an upload: a form with transaction, fileName and file. Takes the right SchemaUpdate',
    takes: withoutTokens(changing('SchemaUpdate')),
    query: uploadQuerySchema,
    archive: 'multipart/form-data',
    answer: uploadedFileSchema,
  }),
  finish: post('/:deploymentId/finish-upload', {
    id: 'finishUpload',
    tag,
    summary:
      'Check the files and serve them from the next request on; 409 with their problems, and what served goes on. Takes the right SchemaUpdate',
    takes: withoutTokens(changing('SchemaUpdate')),
    query: uploadQuerySchema,
    body: finishUploadInputSchema,
    answer: finishedUploadSchema,
    example: {
      transaction: { id: 1 },
      files: { 'orrery.yml': { hash: 'da39a3ee5e6b4b0d3255bfef95601890afd80709' } },
    },
  }),
  setVariables: post('/:deploymentId/set-env', {
    id: 'setUploadVariables',
    tag,
    summary: 'Set variables of the deployment; takes the right DeploymentUpdate',
    takes: withoutTokens(changing('DeploymentUpdate')),
    query: setUploadVariablesQuerySchema,
    body: setUploadVariablesInputSchema,
    answer: setUploadVariablesAnswerSchema,
    example: { envVariables: '{"REGION":"north"}' },
  }),
} satisfies Readonly<Record<string, Operation>>;
