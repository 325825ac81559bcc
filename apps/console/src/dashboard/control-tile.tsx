import {
  type Control,
  type ControlsInEffect,
  type ControlState,
  type FilterField,
  type FilterValue,
  fieldOf,
  filterOf,
  grainsOf,
  inputOf,
  nameOfControl,
  noFilter,
  noGrain,
  operatorOf,
  textOfValue,
  typedValues,
  valueOf,
  valuesIn,
} from '@orrery/embed';
import { X } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { Switch } from 'react-aria-components';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';
import { dashboardWords } from '../words/dashboard-words.ts';
import { operatorText } from '../controls/operator-text.ts';
import { controlFieldWords as words } from './control-field-words.ts';
import type { ShownVersion } from './use-dashboard-data.ts';
import { ValuePicker } from './value-picker.tsx';

interface ControlTileProps {
  readonly control: Control;
  readonly state: ControlState;
  /** The value that the state has for it; absent: the saved one. */
  readonly filter: FilterValue | undefined;
  readonly grain: string | undefined;
  readonly inEffect: ControlsInEffect | undefined;
  readonly source: ShownVersion;
  readonly onChange: () => void;
}

/** A control of a dashboard: what it is set to, and another value where viewers may choose one. */
function ControlTile(props: ControlTileProps) {
  const { control, inEffect } = props;
  const name = nameOfControl(control);
  if (control.visibility !== 'visible') {
    const grain = inEffect?.timeGrains.find(({ widgetId }) => widgetId === control.id)?.grain;
    const filter = valueOf(control, props.filter, inEffect);
    const text =
      control.kind === 'grain'
        ? (grain ?? words.asPublished)
        : (textOfValue(filter, dashboardWords) ?? dashboardWords.all);
    return (
      <section className="tile control-tile" aria-label={name}>
        <span className="control-name">
          {control.kind === 'grain'
            ? dashboardWords.granularity(name)
            : `${name} ${operatorText(filter.operator ?? operatorOf(control))}`}
        </span>
        <span className="locked" title={words.locked}>
          {text}
        </span>
      </section>
    );
  }
  return control.kind === 'grain' ? <Grain {...props} name={name} /> : <FilterControl {...props} name={name} />;
}

export default memo(ControlTile);

interface NamedProps extends ControlTileProps {
  readonly name: string;
}

function Grain({ control, state, grain, name, onChange }: NamedProps) {
  const { offered, chosen } = grainsOf(control, grain);
  const none = 'as published';
  return (
    <section className="tile control-tile" aria-label={name}>
      <Choice
        label={dashboardWords.granularity(name)}
        value={chosen === noGrain ? none : chosen}
        sections={[
          { title: '', options: [{ id: none, title: words.asPublished }, ...offered.map((id) => ({ id, title: id }))] },
        ]}
        onChange={(id) => {
          state.setGrain(control.id, id === none ? noGrain : id);
          onChange();
        }}
      />
    </section>
  );
}

function FilterControl({ control, state, filter, inEffect, source, name, onChange }: NamedProps) {
  const now = valueOf(control, filter, inEffect);
  const operator = now.operator ?? operatorOf(control);
  const isSet = textOfValue(now) !== undefined;
  const set = (value: FilterValue) => {
    state.setFilter(control.id, value);
    onChange();
  };
  const setValues = (values: ReturnType<typeof valuesIn>) => set(filterOf(operator, values));
  const values = valuesIn(now.value);
  const field = fieldOf(control, operator);
  const { kind, type, isMany } = field;
  const input = () => {
    switch (kind) {
      case 'switch':
        return (
          <Switch className="switch" isSelected={isSet} onChange={(isOn) => set(isOn ? { operator } : noFilter)}>
            <span className="track" aria-hidden="true" />
            {words.isOn}
          </Switch>
        );
      case 'list':
        return <ValuePicker {...{ control, name, state, source, field }} chosen={values} onChoose={setValues} />;
      case 'between':
        return <Between name={name} type={type} texts={values.map(String)} onChoose={setValues} />;
      case 'typed':
        return (
          <TypedValue
            name={name}
            type={type}
            text={values.join(', ')}
            onChoose={(text) => setValues(typedValues(text, isMany))}
          />
        );
    }
  };
  return (
    <section className="tile control-tile" aria-label={name}>
      <span className="control-name">
        {name} {operatorText(operator)}
      </span>
      <span className="control-field">
        {input()}
        {isSet ? (
          <Button look="quiet" aria-label={words.clear(name)} onPress={() => set(noFilter)}>
            <X size={14} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        ) : null}
      </span>
    </section>
  );
}

interface TypedValueProps {
  readonly name: string;
  readonly type: FilterField['type'];
  readonly text: string;
  readonly onChoose: (text: string) => void;
}

/** A value that is typed. It acts on Enter, and when somebody goes on. */
function TypedValue({ name, type, text: given, onChoose }: TypedValueProps) {
  const field = useRef<HTMLInputElement>(null);
  const shown = inputOf(type, given);
  const { text } = shown;
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(text);
  }, [text]);
  const end = () => {
    if (typed.trim() !== text) onChoose(typed.trim());
  };
  return (
    <input
      ref={field}
      type={shown.type === 'date' ? 'date' : 'text'}
      aria-label={name}
      placeholder={dashboardWords.all}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={end}
      onKeyDown={({ key }) => {
        if (key === 'Enter') end();
      }}
    />
  );
}

interface BetweenProps extends Pick<TypedValueProps, 'name' | 'type'> {
  readonly texts: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
}

function Between({ name, type, texts, onChoose }: BetweenProps) {
  const [first = '', second = ''] = texts;
  const [ends, setEnds] = useState([first, second]);
  useEffect(() => setEnds([first, second]), [first, second]);
  const end = (next: readonly string[]) => {
    setEnds([...next]);
    if (next.every((each) => each !== '')) onChoose(next);
    else if (next.every((each) => each === '') && texts.length > 0) onChoose([]);
  };
  return (
    <>
      {[words.from, words.to].map((side, index) => (
        <TypedValue
          key={side}
          name={`${name} ${side}`}
          type={type}
          text={ends[index] ?? ''}
          onChoose={(text) => end(ends.map((each, at) => (at === index ? text : each)))}
        />
      ))}
    </>
  );
}
