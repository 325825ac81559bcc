import type { Query } from '@orrery/client/data';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerQueries } from '../../api/answer-queries.ts';
import { queries } from '../../api/queries.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import type { CalculatedField } from '../../model/calculated-fields.ts';
import { withoutOrderBy } from '../../model/calculation-sql.ts';
import { Failure } from '../../shell/failure.tsx';
import { Waiting } from '../../shell/waiting.tsx';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import type { Eyes } from './eyes.ts';

interface EyesBarProps {
  readonly deploymentId: number;
  readonly eyes: Eyes;
  /** The query, which may be refused to one of the two. */
  readonly query: Query | undefined;
  readonly calculated?: readonly CalculatedField[] | undefined;
  readonly onExit: () => void;
}

/** Stays on top while somebody looks through the eyes of another. */
export default function EyesBar({ deploymentId, eyes, query, calculated = [], onExit }: EyesBarProps) {
  const [isComparing, setComparing] = useState(false);
  return (
    <div className="eyes-bar">
      <span role="status">{words.viewingAs(eyes.name)}</span>
      <Button onPress={() => setComparing(true)}>{details.compare}</Button>
      <Button onPress={onExit}>{details.exit}</Button>
      <Dialog title={details.compared(eyes.name)} isOpen={isComparing} onClose={() => setComparing(false)}>
        <Differences deploymentId={deploymentId} eyes={eyes} query={query && withoutOrderBy(query, calculated)} />
        <div className="actions">
          <Button autoFocus onPress={() => setComparing(false)}>
            {details.close}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

/** Differences between the two, by members, rows and rules. */
function Differences({ deploymentId, eyes, query }: Omit<EyesBarProps, 'onExit'>) {
  const person = useQuery(queries.person).data;
  const own = { cubeCloud: { user: person?.id } };
  const reports = useQuery({
    ...answerQueries.accessOf(deploymentId, {
      as: eyes.securityContext,
      compare: own,
      query: query ? { ...query } : null,
    }),
    enabled: person !== undefined,
  });
  if (reports.isError) return <Failure error={reports.error} onAgain={() => void reports.refetch()} />;
  if (reports.isPending) return <Waiting what={details.compare} />;
  const differences = reports.data.differences ?? [];
  if (differences.length === 0) return <p>{details.noDifference}</p>;
  return (
    <ul className="problems">
      {differences.map(({ of, what, first, second }) => (
        <li key={`${of} ${what}`}>{details.difference(of, what, first, second)}</li>
      ))}
    </ul>
  );
}
