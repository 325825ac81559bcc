import { expect, it } from 'vitest';
import { filesBesideTests, readSources } from './sources.ts';

/** Module-level memories that are allowed, each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  'packages/runtime/src/describe/explain/definition-lines.ts: known':
    'read from the files of a model, and ends with it',
  'packages/runtime/src/model/compile-worker.ts: cache': 'the thread is the instance, as below',
  'packages/runtime/src/query/caller-identity.ts: tenants': 'a hash of the claims of one token, and ends with them',
  'packages/runtime/src/source/temporary-directory.ts: held':
    'of the process: the lock of its folder in each data folder that it uses',
  'packages/runtime/src/statement/row-lines.ts: known': 'read from the bytes of one answer, and ends with it',
  'packages/server/src/faces/data/graphql/graphql-worker.ts: schemas':
    'the thread is the instance; a program of a thread has no other place',
  'packages/runtime/src/wire/run-wire.ts: lastFramed': 'hangs on one placed statement and ends with it',
  'packages/runtime/src/wire/temporary-tables.ts: ofConnections': 'hangs on one connection and ends with it',
  'packages/runtime/src/wire/typed-wire.ts: known': 'hangs on one statement as it was read, and ends with it',
  'packages/server/src/faces/postgres/access/sql-accounts.ts: keptAccounts':
    'hangs on one account as the project was read, and ends with it',
  'packages/scim/src/http/scim-request.ts: callers': 'hangs on one request and ends with it',
  'packages/server/src/http/follow-requests.ts: brokenOff': 'hangs on one response and ends with it',
  'packages/engines/src/thread/engine-worker.ts: hosts':
    'the thread is the instance; each ends when its engines are closed',
  'packages/engines/src/thread/engine-worker.ts: running':
    'the thread is the instance; a program of a thread has no other place',
  'packages/engines/src/thread/stop-threads-at-exit.ts: threads':
    'of the process: threads that must have ended before it does',
  'packages/engines/src/encode/framed-rows.ts: framed': 'marks one buffer, so that no two frames share it',
};

const memory = /^(?:export )?(?:const|let) (\w+)(?:: [^=]+)? = new (?:WeakMap|WeakSet|LRUCache)\b/gm;
/** A table that is filled when it is created and only read afterwards is no memory. */
const emptyTable = /^(?:export )?(?:const|let) (\w+)(?:: (?!Readonly)[^=]+)? = new (?:Map|Set)(?:<[^(]*>)?\(\)/gm;
const emptyReadonly = /^const \w+: (?:Readonly|Generations)/;

it('memories of requests belong to objects that the composition creates, which bound them', () => {
  const packages = 'kernel,config,store,people,scim,engines,runtime,deployments,content,server';
  const sources = readSources(filesBesideTests(`packages/{${packages}}/src/**/*.ts`));
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(memory), ...text.matchAll(emptyTable)]
      .filter(([line]) => !emptyReadonly.test(line))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});
