import {
  forgottenPasswordSchema,
  frameCodeSchema,
  frameSignInSchema,
  redeemSchema,
  sessionsQuerySchema,
  sessionsSchema,
  signInSchema,
  signedInSchema,
  signedOutSchema,
} from '../../../platform/index.ts';
import { get, post, remove } from '../../operation.ts';
import { admin, anybody, governor, inFramesOnly, person, withoutTokens } from '../../takes.ts';

const tag = 'Signing in';

/** Signing in and out with a browser. */
export const sessionOperations = {
  signIn: post('/session', {
    id: 'signIn',
    tag,
    summary: 'Sign in with a password; the session is in the cookie of the answer',
    takes: anybody,
    body: signInSchema,
    answer: signedInSchema,
    example: { username: 'ann', password: 'correct horse battery' },
  }),
  signOut: remove('/session', {
    id: 'signOut',
    mayMiss: true,
    tag,
    summary: "End the browser's session",
    takes: withoutTokens(person),
    answer: signedOutSchema,
  }),
  signInToFrame: post('/embed/sign-in', {
    id: 'signInToFrame',
    tag,
    summary: 'Sign in inside of a frame; the session in the cookie of the answer only shows dashboards',
    takes: anybody,
    body: frameSignInSchema,
    answer: signedInSchema,
    example: { username: 'ann', password: 'correct horse battery' },
  }),
  signInToFrameByCode: post('/embed/sign-in/redeem', {
    id: 'signInToFrameByCode',
    tag,
    summary: 'Sign in inside of a frame by the code of a sign-in at a provider, in a window of its own; it works once',
    takes: anybody,
    body: frameCodeSchema,
    answer: signedInSchema,
    example: { frame: 'WbW3tOL5p2G9m3sGkq0Z3d5CwqzC9vS9J1f6n0aXk2E', code: 'BCDF-GHJK-LMNP' },
  }),
  signOutOfFrame: remove('/embed/sign-in', {
    id: 'signOutOfFrame',
    mayMiss: true,
    tag,
    summary: 'End the session that was begun inside of a frame',
    takes: withoutTokens(inFramesOnly(person)),
    answer: 'nothing',
  }),
  redeem: post('/sign-in-links/redeem', {
    id: 'redeemSignInLink',
    tag,
    summary: 'Set a password by the token of an invitation or a reset, and sign in',
    takes: anybody,
    body: redeemSchema,
    answer: signedInSchema,
    example: { token: 'inv-0', password: 'correct horse battery' },
  }),
  forgetPassword: post('/password-resets', {
    id: 'requestPasswordReset',
    tag,
    summary:
      'Request a link for a forgotten password; it is sent by mail, and the answer does not reveal whether the user exists',
    takes: anybody,
    body: forgottenPasswordSchema,
    answer: 'nothing',
    example: { username: 'ann' },
  }),
  list: get('/sessions', {
    id: 'getSessions',
    tag,
    summary: 'List browser sessions',
    takes: admin,
    query: sessionsQuerySchema,
    answer: sessionsSchema,
  }),
  end: remove('/sessions/:id', {
    id: 'endSession',
    tag,
    summary: 'End a session',
    takes: governor,
    idOf: 'session',
    answer: 'nothing',
  }),
};
