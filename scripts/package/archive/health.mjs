// Ends with 0 where the server of this container is ready to answer queries, for the health check of an image. `health.mjs livez`
// asks whether the process responds, for supervisors that restart what fails.
import http from 'node:http';
import https from 'node:https';
import process from 'node:process';

const path = `/${process.argv[2] ?? 'readyz'}`;
const listens = process.env['ORRERY_HOST'] ?? '127.0.0.1';
const host = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]).get(listens);
const port = process.env['ORRERY_PORT'] ?? 4000;
const address = { host: host ?? listens, port, path, timeout: 2_000, rejectUnauthorized: false };

/** @returns {Promise<boolean>} whether it is well; rejects where the port does not speak this protocol, or nothing listens */
function ask(/** @type {typeof http | typeof https} */ protocol) {
  return new Promise((done, fail) => {
    const request = protocol.get(address, (answer) => {
      answer.resume();
      done(answer.statusCode === 200);
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', fail);
  });
}

// A port of HTTPS closes plain connections.
ask(http)
  .catch(() => ask(https))
  .then(
    (isWell) => process.exit(isWell ? 0 : 1),
    (/** @type {Error} */ error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
