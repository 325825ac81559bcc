import type { Meta, Query } from '@orrery/client/data';
import { Play } from 'lucide-react';
import { Switch } from 'react-aria-components';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { exploreWords as words } from '../../words/explore-words.ts';
import { setLimit } from '../query/edit-query.ts';

interface RunControlsProps {
  readonly meta: Meta;
  readonly runsItself: boolean;
  readonly onRunsItself: (runsItself: boolean) => void;
  readonly isOutdated: boolean;
  readonly onRun: () => void;
  /** The query whose rows are limited; absent: a statement has a limit of its own. */
  readonly limited: Query | undefined;
  readonly onQuery: (query: Query) => void;
}

/** Controls of the run: automatic or by a button, and with how many rows. */
export function RunControls({ meta, limited, onQuery, ...run }: RunControlsProps) {
  return (
    <div className="answer-controls">
      <Switch className="switch" isSelected={run.runsItself} onChange={run.onRunsItself}>
        <span className="track" />
        <span>{words.autoRun}</span>
      </Switch>
      {run.runsItself ? null : (
        <Button look={run.isOutdated ? 'primary' : undefined} onPress={run.onRun}>
          <Play size={14} strokeWidth={1.5} aria-hidden="true" />
          {words.run}
        </Button>
      )}
      {limited ? <RowLimit meta={meta} query={limited} onQuery={onQuery} /> : null}
    </div>
  );
}

const steps = [100, 1_000, 5_000, 10_000, 50_000];
const ofModel = 'model';

interface RowLimitProps extends Pick<RunControlsProps, 'meta' | 'onQuery'> {
  readonly query: Query;
}

function RowLimit({ meta, query, onQuery }: RowLimitProps) {
  const { limit } = query;
  const { usual, most } = meta.rowLimits ?? { usual: undefined, most: Number.POSITIVE_INFINITY };
  const listed = [...new Set([...steps.filter((rows) => rows <= most), ...(limit === undefined ? [] : [limit])])];
  const options = [
    { id: ofModel, title: usual === undefined ? words.limitOfModel : words.usually(usual) },
    ...listed.toSorted((one, other) => one - other).map((rows) => ({ id: String(rows), title: words.upTo(rows) })),
  ];
  return (
    <Choice
      label={words.limit}
      isLabelUnseen
      value={limit === undefined ? ofModel : String(limit)}
      sections={[{ title: '', options }]}
      onChange={(id) => onQuery(setLimit(query, id === ofModel ? undefined : Number(id)))}
    />
  );
}
