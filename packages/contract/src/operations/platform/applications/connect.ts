import {
  connectAnswerSchema,
  connectApprovalSchema,
  connectedSchema,
  connectRequestSchema,
} from '../../../platform/index.ts';
import { post } from '../../operation.ts';
import { signedIn } from '../../takes.ts';

const tag = 'Connected applications';
const query = 'response_type=code&client_id=oc-0&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** Requests of the page that asks a person whether an application may act for that person. */
export const connectOperations = {
  request: post('/oauth/requests', {
    id: 'readConnectRequest',
    tag,
    summary: 'What an application asks for, as a person is asked on the page /connect; has no effect',
    takes: signedIn,
    bodyBytes: 64 * 1024,
    body: connectRequestSchema,
    answer: connectAnswerSchema,
    example: { query },
  }),
  approve: post('/oauth/approvals', {
    id: 'answerConnectRequest',
    mayConflict: true,
    mayMiss: true,
    tag,
    summary: 'Allow or refuse what an application asks for; the answer says where the browser goes with it',
    takes: signedIn,
    bodyBytes: 64 * 1024,
    body: connectApprovalSchema,
    answer: connectedSchema,
    example: { query, isAllowed: true, deploymentIds: [1] },
  }),
};
