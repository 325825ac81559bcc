import type { StreamOutcome } from '../answer/index.ts';
import { type NotedAnswer, noteAnswers, type OpenNote } from '../query/index.ts';
import type { PiecesAnswer } from './answers.ts';

/** A long answer, which is noted when it was sent. @param pieces of the body that is made of the stream */
export function inPieces(
  { stream, cache, planMs, leave }: StreamOutcome,
  pieces: PiecesAnswer['pieces'],
  { note, succeed, fail }: OpenNote,
): PiecesAnswer {
  const noteIt = (answer: NotedAnswer) => noteAnswers(note, [{ cache, planMs, answer }]);
  noteIt({ ...stream.head, rowCount: undefined, timingsMs: undefined });
  return {
    kind: 'pieces',
    pieces,
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
