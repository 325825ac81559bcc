import {
  type Control,
  type ControlsInEffect,
  type ControlState,
  noFilter,
  noGrain,
  textOf,
  valuesIn,
} from '@orrery/embed';
import { X } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { Switch } from 'react-aria-components';
import { Button } from '../controls/button.tsx';
import { Choice } from '../controls/choice.tsx';
import { dashboardWords as words, operatorText } from '../words/dashboard-words.ts';
import { type FilterValue, nameOfControl, operatorOf, textOfValue, valueOf } from './control-text.ts';
import type { RowSource } from './use-dashboard-data.ts';
import { ValuePicker } from './value-picker.tsx';

interface ControlTileProps {
  readonly control: Control;
  readonly state: ControlState;
  /** The value that the state has for it; absent: the saved one. */
  readonly filter: FilterValue | undefined;
  readonly grain: string | undefined;
  readonly inEffect: ControlsInEffect | undefined;
  readonly source: RowSource;
  readonly onChange: () => void;
}

const usualGrains = ['day', 'week', 'month', 'quarter', 'year'];
const withoutValue = ['is_null', 'is_not_null'];

/** A control of a dashboard: what it is set to, and another value where viewers may choose one. */
function ControlTile(props: ControlTileProps) {
  const { control, inEffect } = props;
  const name = nameOfControl(control);
  if (control.visibility !== 'visible') {
    const grain = inEffect?.timeGrains.find(({ widgetId }) => widgetId === control.id)?.grain;
    const filter = valueOf(control, props.filter, inEffect);
    const text = control.kind === 'grain' ? (grain ?? words.asPublished) : textOfValue(filter);
    return (
      <section className="tile control-tile" aria-label={name}>
        <span className="control-name">
          {control.kind === 'grain'
            ? words.granularity(name)
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
  const { allowed, default: saved } = control.config;
  const offered = Array.isArray(allowed) && allowed.length > 0 ? allowed.map(String) : usualGrains;
  const none = 'as published';
  const now = grain ?? textOf(saved) ?? noGrain;
  return (
    <section className="tile control-tile" aria-label={name}>
      <Choice
        label={words.granularity(name)}
        value={now === noGrain ? none : now}
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
  const isSet = textOfValue(now) !== words.all;
  const set = (value: FilterValue) => {
    state.setFilter(control.id, value);
    onChange();
  };
  const setValues = (value: FilterValue['value'] & readonly unknown[]) =>
    set(value.length === 0 ? noFilter : { operator, value });
  const field = () => {
    if (withoutValue.includes(operator)) {
      return (
        <Switch className="switch" isSelected={isSet} onChange={(isOn) => set(isOn ? { operator } : noFilter)}>
          <span className="track" aria-hidden="true" />
          {words.isOn}
        </Switch>
      );
    }
    const type = control.config['dimensionType'] ?? 'string';
    const isWhole = operator === 'equals' || operator === 'not_equals';
    if (isWhole && type !== 'time' && type !== 'number') {
      return (
        <ValuePicker
          control={control}
          name={name}
          state={state}
          source={source}
          chosen={valuesIn(now.value)}
          onChoose={setValues}
        />
      );
    }
    const texts = valuesIn(now.value).map(String);
    const kind = type === 'time' ? 'date' : 'text';
    if (operator === 'between') {
      return <Between name={name} kind={kind} texts={texts} onChoose={setValues} />;
    }
    const isMany = isWhole && control.config['multiple'] === true;
    return (
      <TypedValue
        name={name}
        kind={kind}
        text={texts.join(', ')}
        onChoose={(text) =>
          setValues(
            isMany
              ? text
                  .split(',')
                  .map((each) => each.trim())
                  .filter(Boolean)
              : text === ''
                ? []
                : [text],
          )
        }
      />
    );
  };
  return (
    <section className="tile control-tile" aria-label={name}>
      <span className="control-name">
        {name} {operatorText(operator)}
      </span>
      <span className="control-field">
        {field()}
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
  readonly kind: 'text' | 'date';
  readonly text: string;
  readonly onChoose: (text: string) => void;
}

/** A day, with the first or the last moment of it or without. */
const oneDay = /^(\d{4}-\d{2}-\d{2})(?:[T ](?:00:00(?::00(?:\.0+)?)?|23:59:59(?:\.9+)?)Z?)?$/;

/** A value that is typed. It acts on Enter, and when somebody goes on. */
function TypedValue({ name, kind, text: given, onChoose }: TypedValueProps) {
  const field = useRef<HTMLInputElement>(null);
  const day = kind === 'date' ? oneDay.exec(given)?.[1] : undefined;
  const text = day ?? given;
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
      type={day === undefined && text !== '' ? 'text' : kind}
      aria-label={name}
      placeholder={words.all}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={end}
      onKeyDown={({ key }) => {
        if (key === 'Enter') end();
      }}
    />
  );
}

interface BetweenProps extends Pick<TypedValueProps, 'name' | 'kind'> {
  readonly texts: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
}

function Between({ name, kind, texts, onChoose }: BetweenProps) {
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
          kind={kind}
          text={ends[index] ?? ''}
          onChoose={(text) => end(ends.map((each, at) => (at === index ? text : each)))}
        />
      ))}
    </>
  );
}
