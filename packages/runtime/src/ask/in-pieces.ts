import { streamedLoad, type StreamOutcome } from '../answer/index.ts';
import { type NotedAnswer, noteAnswers, type OpenNote, type ParsedRequest } from '../query/index.ts';
import type { PiecesAnswer } from './answers.ts';
import type { Shown } from './body-of.ts';

/** A long answer, which is noted when it was sent. */
export function inPieces(
  { stream, cache, planMs, leave }: StreamOutcome,
  request: ParsedRequest,
  shown: Shown,
  { note, succeed, fail }: OpenNote,
): PiecesAnswer {
  const { queries, isMulti } = request;
  const [only] = queries;
  if (!only) throw new Error('each answer has a query');
  const noteIt = (answer: NotedAnswer) => noteAnswers(note, [{ cache, planMs, answer }]);
  noteIt({ ...stream.head, rowCount: undefined, timingsMs: undefined });
  return {
    kind: 'pieces',
    request,
    head: stream.head,
    pieces: streamedLoad(stream, { ...only, isMulti, isStale: false, ...shown }),
    succeed: ({ facts, bytes }) => {
      noteIt(facts);
      note.bytes = bytes;
      leave();
      succeed();
    },
    fail: (error) => {
      leave();
      fail(error);
    },
  };
}
