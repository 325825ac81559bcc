import { valuesIn } from '@orrery/embed';
import { type FormEvent, useState } from 'react';
import { Switch } from 'react-aria-components';
import type { DataIdentity } from '../../api/data.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { recordOf } from '../../model/record.ts';
import type { QueryableMember, QueryableView } from '../../model/views.ts';
import { operatorText } from '../../controls/operator-text.ts';
import { workbookWords as words } from '../../words/workbook-words.ts';
import type { DraftWidget } from '../../model/dashboard-draft.ts';
import { faultsOf, valueFields, mostValuesOf, operatorsOf, typeOf, valueOfFields } from './control-settings.ts';
import { GrainSettings } from './grain-settings.tsx';
import { StartValues } from './start-values.tsx';

interface ControlDialogProps {
  readonly asker: DataIdentity;
  readonly type: 'FILTER' | 'TIME_GRAIN';
  /** Absent: a control that is added. */
  readonly widget: DraftWidget | undefined;
  readonly views: readonly QueryableView[];
  readonly onKeep: (config: Readonly<Record<string, unknown>>) => void;
  readonly onClose: () => void;
}

type Config = Readonly<Record<string, unknown>>;

/** Settings that fit one dimension. */
const ofMember: Config = { operator: undefined, value: undefined, allowed: undefined, default: undefined };
const visibilities = ['visible', 'hidden', 'disabled'] as const;

/** Settings of a control: the dimension that it is about, what it starts with, and what viewers may do with it. */
export function ControlDialog({ asker, type, widget, views, onKeep, onClose }: ControlDialogProps) {
  // A filter that was stored without an operator has this one.
  const [stored] = useState<Config>(() => (widget ? { operator: 'equals', ...recordOf(widget.config) } : {}));
  const [config, setConfig] = useState(stored);
  const [isChecked, setChecked] = useState(false);
  const set = (change: Config) => setConfig((before) => ({ ...before, ...change }));
  const view = views.find(({ name }) => name === config['semanticView']) ?? views[0];
  const dimensions =
    view?.members.filter(({ kind }) => (type === 'FILTER' ? isDimension(kind) : kind === 'time')) ?? [];
  const named = String(config['member'] ?? '');
  const member = dimensions.find(({ name }) => name === named || name === `${view?.name}.${named}`) ?? dimensions[0];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!view || !member) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim() || undefined;
    const common = {
      semanticView: view.name,
      member: member.name,
      title: text('title'),
      visibility: config['visibility'] ?? 'visible',
    };
    if (type === 'TIME_GRAIN') return onKeep({ ...common, allowed: config['allowed'], default: config['default'] });
    const operator = operatorIn(config, member);
    const isChanged = config['value'] !== stored['value'] || operator !== operatorIn(stored, member);
    const fields = valueFields(operator, valuesIn(config['value']));
    setChecked(isChanged);
    if (isChanged && faultsOf(member.kind, operator, fields).some(Boolean)) return;
    const dimensionType = typeOf(member.kind);
    onKeep({
      ...common,
      dimensionType,
      operator,
      multiple: config['multiple'] ?? dimensionType === 'string',
      faceted: config['faceted'] === true ? true : undefined,
      value: isChanged ? valueOfFields(member.kind, fields) : stored['value'],
      userAttributeDefault: text('attribute'),
    });
  };
  const title = type === 'FILTER' ? words.filter : words.timeGrain;
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Choice
          label={words.view}
          value={view?.name}
          sections={[{ title: '', options: views.map(({ name, title: shown }) => ({ id: name, title: shown })) }]}
          onChange={(semanticView) => set({ ...ofMember, semanticView, member: undefined })}
        />
        {member ? (
          <Choice
            label={words.member}
            value={member.name}
            sections={[
              { title: '', options: dimensions.map(({ name, title: shown }) => ({ id: name, title: shown })) },
            ]}
            onChange={(next) => set({ ...ofMember, semanticView: view?.name, member: next })}
          />
        ) : (
          <p className="notice">{words.noMember}</p>
        )}
        <TextField
          name="title"
          label={words.controlTitle}
          defaultValue={String(config['title'] ?? '')}
          maxLength={255}
        />
        {member && type === 'FILTER' ? (
          <FilterSettings config={config} member={member} isChecked={isChecked} onSet={set} />
        ) : null}
        {member && type === 'TIME_GRAIN' ? (
          <GrainSettings key={member.name} asker={asker} config={config} member={member} onSet={set} />
        ) : null}
        <Choice
          label={words.visibility}
          value={String(config['visibility'] ?? 'visible')}
          sections={[{ title: '', options: visibilities.map((id) => ({ id, title: words[id] })) }]}
          onChange={(visibility) => set({ visibility })}
        />
        <div className="actions">
          <Button onPress={onClose}>{words.cancel}</Button>
          <Button look="primary" type="submit" isDisabled={!member}>
            {widget ? words.apply : words.addIt}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function isDimension(kind: QueryableMember['kind']): boolean {
  return kind !== 'measure' && kind !== 'segment';
}

function operatorIn(config: Config, member: QueryableMember): string {
  const offered = operatorsOf(member.kind);
  return offered.find((each) => each === config['operator']) ?? offered[0] ?? 'equals';
}

interface ControlSettingsProps {
  readonly config: Config;
  readonly member: QueryableMember;
  readonly onSet: (change: Config) => void;
}

interface FilterSettingsProps extends ControlSettingsProps {
  /** Whether the form shows the errors of the values. */
  readonly isChecked: boolean;
}

function FilterSettings({ config, member, isChecked, onSet }: FilterSettingsProps) {
  const operator = operatorIn(config, member);
  const switched = (name: 'multiple' | 'faceted', isOn: boolean) => (
    <Switch className="switch" isSelected={isOn} onChange={(next) => onSet({ [name]: next })}>
      <span className="track" aria-hidden="true" />
      <span>{words[name]}</span>
    </Switch>
  );
  return (
    <>
      <Choice
        label={words.operator}
        value={operator}
        sections={[
          {
            title: '',
            options: operatorsOf(member.kind).map((id) => ({ id, title: operatorText(id) })),
          },
        ]}
        onChange={(next) => onSet({ operator: next })}
      />
      {mostValuesOf(operator) === 0 ? null : (
        <>
          <StartValues
            kind={member.kind}
            operator={operator}
            values={valuesIn(config['value'])}
            isChecked={isChecked}
            onChange={(value) => onSet({ value })}
          />
          <TextField
            name="attribute"
            label={words.attribute}
            help={words.attributeHelp}
            defaultValue={String(config['userAttributeDefault'] ?? '')}
          />
          {switched('multiple', (config['multiple'] ?? member.kind === 'text') === true)}
        </>
      )}
      {switched('faceted', config['faceted'] === true)}
    </>
  );
}
