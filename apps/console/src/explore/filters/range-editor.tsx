import { type FormEvent, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Button } from '../../controls/button.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { exploreDetailWords as details } from '../../words/explore-detail-words.ts';
import { exploreWords as words } from '../../words/explore-words.ts';
import type { QueryDateRange } from '../../model/comparison.ts';
import { ComparisonFields, useComparison } from './comparison-fields.tsx';
import { daysOf, rangeOfDays } from './range-days.ts';

interface RangeEditorProps {
  readonly range: QueryDateRange | undefined;
  /** Ranges that it is compared with. */
  readonly compared: readonly QueryDateRange[];
  readonly onApply: (range: QueryDateRange | undefined, compared: readonly QueryDateRange[]) => void;
  readonly onClose: () => void;
}

/** The range of a time: a phrase, of those that are wanted most or of one's own, or days. Days have no zone. */
export default function RangeEditor({ range, compared, onApply: apply, onClose }: RangeEditorProps) {
  const [first, last] = daysOf(range);
  const [phrase, setPhrase] = useState(typeof range === 'string' ? range : '');
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(last);
  const isHalf = (from === '') !== (to === '');
  const isTurned = from !== '' && to !== '' && to < from;
  const comparison = useComparison(range, compared);
  const onApply = (next: QueryDateRange | undefined) =>
    apply(next, next === undefined ? [] : comparison.rangesFor(next));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (phrase.trim() !== '') onApply(phrase.trim());
    else if (from === '' && to === '') onApply(undefined);
    else if (!isHalf && !isTurned) onApply(rangeOfDays(range, from, to));
  };
  return (
    <form onSubmit={submit} noValidate>
      <ToggleButtonGroup
        className="presets"
        aria-label={details.range}
        selectedKeys={Object.hasOwn(details.presets, phrase) ? [phrase] : []}
        onSelectionChange={([chosen]) => {
          if (chosen !== undefined) onApply(String(chosen));
        }}
      >
        {Object.entries(details.presets).map(([id, title]) => (
          <ToggleButton key={id} id={id} className="button">
            {title}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <TextField
        label={details.phrase}
        help={details.rangeHelp}
        value={phrase}
        onChange={(text) => {
          setPhrase(text);
          setFrom('');
          setTo('');
        }}
      />
      <div className="days">
        {(
          [
            [words.from, from, setFrom],
            [words.to, to, setTo],
          ] as const
        ).map(([label, value, set], index) => (
          <TextField
            key={label}
            type="date"
            label={label}
            value={value}
            onChange={(day) => {
              set(day);
              setPhrase('');
            }}
            fault={index === 1 && isTurned ? details.rangeTurned : undefined}
          />
        ))}
      </div>
      <ComparisonFields {...comparison} />
      <div className="actions">
        <Button onPress={() => onApply(undefined)}>{details.allTime}</Button>
        <Button onPress={onClose}>{words.cancel}</Button>
        <Button look="primary" type="submit" isDisabled={isHalf || isTurned || comparison.isFaulty}>
          {details.apply}
        </Button>
      </div>
    </form>
  );
}
