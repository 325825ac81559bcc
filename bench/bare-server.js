// Sends the bytes it is given and does nothing else. Plain JavaScript, like the server that it is compared with.
import { createServer } from 'node:http';

process.once('message', (/** @type {Record<string, string>} */ bodies) => {
  const bytes = new Map(Object.entries(bodies).map(([path, body]) => [path, Buffer.from(body, 'base64')]));
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(bytes.get(request.url ?? ''));
  });
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.once('disconnect', () => process.exit());
