import { deviceApprovalSchema, deviceQuestionSchema, deviceRequestSchema } from '../../../platform/index.ts';
import { post } from '../../operation.ts';
import { signedIn } from '../../takes.ts';

const tag = 'Connected applications';

/** Requests of the page that asks a person whether a device without a browser may act for that person. */
export const deviceOperations = {
  request: post('/oauth/device-requests', {
    id: 'readDeviceRequest',
    mayMiss: true,
    tag,
    summary: 'What the device asks for whose code was typed on the page /device; has no effect',
    takes: signedIn,
    body: deviceRequestSchema,
    answer: deviceQuestionSchema,
    example: { userCode: 'BCDF-GHJK' },
  }),
  approve: post('/oauth/device-approvals', {
    id: 'answerDeviceRequest',
    mayMiss: true,
    tag,
    summary: 'Allow or refuse what a device asks for',
    takes: signedIn,
    status: 204,
    body: deviceApprovalSchema,
    answer: 'nothing',
    example: { userCode: 'BCDF-GHJK', isAllowed: true, deploymentIds: [1] },
  }),
};
