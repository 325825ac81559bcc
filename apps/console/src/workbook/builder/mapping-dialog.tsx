import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import type { QueryableMember, QueryableView } from '../../model/views.ts';
import { questionOf } from '../../model/report-question.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { Report } from '../report.ts';
import { type Draft, reportIdOf } from '../../model/dashboard-draft.ts';
import { nameOfWidget } from './what-changes.ts';
import { type ControlOfDraft, controlsOf, membersFor, setWire, type Wire, wireOf } from './wiring.ts';

interface MappingDialogProps {
  readonly draft: Draft;
  /** Id of the chart. */
  readonly chart: string;
  readonly reports: readonly Report[];
  readonly views: readonly QueryableView[];
  readonly onChange: (change: (draft: Draft) => Draft) => void;
  readonly onClose: () => void;
}

/** Chooses the controls that act on a chart, and the dimension by which each does. */
export function MappingDialog({ draft, chart, reports, views, onChange, onClose }: MappingDialogProps) {
  const widget = draft.widgets.find(({ id }) => id === chart);
  if (!widget) return null;
  const report = reports.find(({ id }) => id === reportIdOf(widget));
  const controls = controlsOf(draft);
  const question = report && questionOf(report);
  const read = views.filter(({ name }) => question?.kind === 'json' && question.text.includes(`"${name}.`));
  return (
    <Dialog title={words.mappingTitle(nameOfWidget(widget, reports))} isOpen onClose={onClose}>
      {controls.length === 0 ? <p>{words.noControls}</p> : null}
      {controls.map((control) => (
        <OneControl
          key={control.id}
          control={control}
          wire={wireOf(widget, report, control)}
          isAutomatic={wireOf({ ...widget, config: {} }, report, control).kind === 'automatic'}
          members={membersFor(control, read, views)}
          onWire={(wire) => onChange((before) => setWire(before, chart, control.id, wire))}
        />
      ))}
      <div className="actions">
        <Button onPress={onClose}>{words.close}</Button>
      </div>
    </Dialog>
  );
}

interface OneControlProps {
  readonly control: ControlOfDraft;
  readonly wire: Wire;
  readonly isAutomatic: boolean;
  /** The members by which the chart can follow the control. */
  readonly members: readonly QueryableMember[];
  readonly onWire: (wire: Exclude<Wire, { kind: 'cannot' }>) => void;
}

function OneControl({ control, wire, isAutomatic, members, onWire }: OneControlProps) {
  return (
    <Choice
      label={control.title}
      value={wire.kind === 'by' ? wire.member : wire.kind}
      sections={[
        {
          title: '',
          options: [
            isAutomatic ? { id: 'automatic', title: words.automatic } : { id: 'cannot', title: words.cannot },
            { id: 'off', title: words.off },
          ],
        },
        ...(members.length > 0
          ? [{ title: words.member, options: members.map(({ name, title }) => ({ id: name, title: words.by(title) })) }]
          : []),
      ]}
      onChange={(id) => {
        if (id === 'off') onWire({ kind: 'off' });
        else onWire(id === 'automatic' || id === 'cannot' ? { kind: 'automatic' } : { kind: 'by', member: id });
      }}
    />
  );
}
