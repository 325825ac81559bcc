import { type Control, type ControlState, type FilterField, type ControlValue, textOfValue } from '@orrery/embed';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Dialog, DialogTrigger, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { contentQueries } from '../api/content-queries.ts';
import { Button } from '../controls/button.tsx';
import { TextField } from '../controls/text-field.tsx';
import { dashboardWords } from '../words/dashboard-words.ts';
import { controlFieldWords as words } from './control-field-words.ts';
import type { ShownVersion } from './use-dashboard-data.ts';

type ValuesBody = Parameters<typeof contentQueries.dashboardValues>[1];

interface ValuePickerProps {
  readonly control: Control;
  readonly name: string;
  readonly state: ControlState;
  readonly source: ShownVersion;
  readonly field: FilterField;
  readonly chosen: readonly ControlValue[];
  readonly onChoose: (values: readonly ControlValue[]) => void;
}

/** Values of a filter to choose from: those of the rows that the viewer may see. */
export function ValuePicker(props: ValuePickerProps) {
  const { name, chosen } = props;
  const text = textOfValue({ value: chosen }, dashboardWords) ?? dashboardWords.all;
  return (
    <DialogTrigger>
      <Button aria-label={`${name}: ${text}`}>
        <span className="chosen">{text}</span>
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Popover className="popover">
        <Dialog className="value-picker" aria-label={name}>
          <Values {...props} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Values({ control, name, state, source, field: { isMany, isSearchable }, chosen, onChoose }: ValuePickerProps) {
  const { publicId, versionId } = source;
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const request = state.valuesRequest(control.id, search);
  // The module that made the values has checked them.
  const asked = { ...request, ...(versionId === undefined ? {} : { versionId }) } as ValuesBody;
  const { data, isError, isPending } = useQuery({
    ...contentQueries.dashboardValues(publicId, asked),
    placeholderData: (before) => before,
  });
  const found = (data?.values ?? []).filter((value): value is string | boolean => value !== null);
  const known = new Set(found.map(String));
  const all: readonly ControlValue[] =
    search === '' ? [...chosen.filter((value) => !known.has(String(value))), ...found] : found;
  const said = isError
    ? words.valuesFailed
    : isPending
      ? words.looking
      : all.length === 0
        ? words.noValues
        : data?.complete === false
          ? isSearchable
            ? words.moreValues
            : words.moreInList
          : '';
  return (
    <>
      {isSearchable ? (
        <TextField label={words.search(name)} value={typed} onChange={setTyped} autoFocus autoComplete="off" />
      ) : null}
      <ListBox
        className="menu values"
        aria-label={name}
        selectionMode={isMany ? 'multiple' : 'single'}
        selectionBehavior="toggle"
        escapeKeyBehavior="none"
        selectedKeys={chosen.map(String)}
        onSelectionChange={(keys) => {
          const isChosen = (value: ControlValue) => keys === 'all' || keys.has(String(value));
          const elsewhere = isMany ? chosen.filter((value) => !all.some((each) => String(each) === String(value))) : [];
          onChoose([...elsewhere, ...all.filter(isChosen)]);
        }}
      >
        {all.map((value) => (
          <ListBoxItem key={String(value)} id={String(value)} textValue={String(value)} className="menu-row">
            {String(value)}
          </ListBoxItem>
        ))}
      </ListBox>
      <div role="status" className="help">
        {said}
      </div>
    </>
  );
}
