import { frameWords as words } from '../words/frame-words.ts';

/** Says that the session is over, above a page that stays as it is: only the page around the frame can begin another one. */
export default function SessionOver() {
  return (
    <p className="notice warning session-over" role="alert">
      <strong>{words.expired}</strong> {words.expiredHelp}
    </p>
  );
}
