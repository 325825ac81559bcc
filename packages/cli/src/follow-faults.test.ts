import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { followFaults } from './follow-faults.ts';
import { currentRequest, outsideRequests, withinRequest } from '../../kernel/src/scope/request-scope.ts';

const fault = new Error('a fault of ours');

function follow() {
  const process = new EventEmitter();
  const said: unknown[] = [];
  const note = (level: string) => (facts: object) => void said.push([level, facts]);
  followFaults(process, { error: note('error'), fatal: note('fatal') }, () => said.push('begins again'));
  return { process, said };
}

/** Emits a fault as Node does, in the context of the code that threw it. */
const throwIn = (process: EventEmitter) => void process.emit('uncaughtException', fault);

it('logs an exception of a request with the request id, and ends only that answer', () => {
  const { process, said } = follow();
  withinRequest('r-1', () => {
    const scope = currentRequest();
    if (scope) scope.endAnswer = (why) => said.push(['ended', why]);
    throwIn(process);
  });
  expect(said).toEqual([
    ['error', { err: fault, requestId: 'r-1' }],
    ['ended', fault],
  ]);
});

it('logs an exception that follows the end of the answer', () => {
  const { process, said } = follow();
  withinRequest('r-1', () => throwIn(process));
  expect(said).toEqual([['error', { err: fault, requestId: 'r-1' }]]);
});

it('serves again after an exception that belongs to no request', () => {
  const { process, said } = follow();
  throwIn(process);
  expect(said).toEqual([['fatal', { err: fault }], 'begins again']);
});

it('treats an exception in shared work that a request started as one that belongs to no request', async () => {
  const { process, said } = follow();
  const thrown = withinRequest('r-1', () =>
    outsideRequests(
      () =>
        new Promise<void>((done) =>
          setImmediate(() => {
            throwIn(process);
            done();
          }),
        ),
    ),
  );
  await thrown;
  expect(said).toEqual([['fatal', { err: fault }], 'begins again']);
});

it('logs an unhandled rejection, and leaves the answer to its handler', () => {
  const { process, said } = follow();
  process.emit('unhandledRejection', fault);
  withinRequest('r-1', () => {
    const scope = currentRequest();
    if (scope) scope.endAnswer = () => said.push('ended');
    process.emit('unhandledRejection', fault);
  });
  expect(said).toEqual([
    ['error', { err: fault, requestId: undefined }],
    ['error', { err: fault, requestId: 'r-1' }],
  ]);
});
