import { serveSerially } from '@orrery/kernel';
import type { WriteRequest } from './graphql-messages.ts';
import { writeAnswer } from './write-rows.ts';

serveSerially(
  (request: WriteRequest) => writeAnswer(request),
  (answer) => (answer.kind === 'written' ? [answer.json.buffer] : []),
);
