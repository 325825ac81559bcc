import { Button } from '../../controls/button.tsx';
import { exploreWords as words } from '../../words/explore-words.ts';

/** In place of the shelves while a statement is asked that no query has the form of. */
export function StatementBar({ onFields }: { readonly onFields: () => void }) {
  return (
    <div className="explore-statement">
      <p className="notice">{words.statementHelp}</p>
      <Button onPress={onFields}>{words.backToFields}</Button>
    </div>
  );
}
