import { Button } from '../../controls/button.tsx';
import { exploreWords as words } from '../../words/explore-words.ts';

/** Replaces the shelves while the page runs a statement that cannot be written as a query. */
export function StatementBar({ onFields }: { readonly onFields: () => void }) {
  return (
    <div className="explore-statement">
      <p className="notice">{words.statementHelp}</p>
      <Button onPress={onFields}>{words.backToFields}</Button>
    </div>
  );
}
