import { redeemStartKeySchema, signedInSchema } from '../../../platform/index.ts';
import { post } from '../../operation.ts';
import { anybody } from '../../takes.ts';

/** Served in development mode only, and no part of the description: only the page behind the printed address uses it. */
export const startKeyOperations = {
  redeem: post('/start-key/redeem', {
    id: 'redeemStartKey',
    tag: 'Signing in',
    summary: 'Sign in the first admin by the key that the process has printed when it started',
    takes: anybody,
    body: redeemStartKeySchema,
    answer: signedInSchema,
    example: { key: 'start-0' },
  }),
};
