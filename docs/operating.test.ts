import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SocketFigures } from '../packages/server/src/faces/data/sockets/socket-figures.ts';
import { Metrics } from '../packages/server/src/metrics/metrics.ts';

const page = readFileSync(join(import.meta.dirname, 'operating.md'), 'utf8');
const form = /`((?:orrery|process|nodejs)_[a-z0-9_]+)`/g;

it('the page of operations lists every metric once and no others', async () => {
  const { text } = await new Metrics({
    runtimes: () => [],
    answers: () => ({ entries: 0, bytes: 0, evicted: 0, running: 0, cancelled: 0 }),
    repeated: () => ({ entries: 0, bytes: 0, answered: 0 }),
    memory: () => ({ requests: 0, bytes: 0 }),
    sockets: new SocketFigures(),
    epochs: { lagMs: () => 0 },
    history: undefined,
  }).render();
  const exposed = [...text.matchAll(/^# TYPE (\S+) /gm)].map((match) => match[1]);
  const listed = [...page.matchAll(form)].map((match) => match[1]);
  expect(listed.sort()).toEqual(exposed.sort());
});
