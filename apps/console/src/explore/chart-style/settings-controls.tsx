import { isPressed } from '../../controls/shortcuts.ts';
import { isNumberFormat } from '@orrery/charts';
import { type ReactNode, useEffect, useState } from 'react';
import { Checkbox, CheckboxGroup, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';
import { Choice } from '../../controls/choice.tsx';
import { TextField } from '../../controls/text-field.tsx';
import { chartWords as words } from '../../words/chart-words.ts';
import { useLatest } from './use-latest.ts';

interface SettingProps<Id extends string> {
  readonly label: string;
  readonly value: Id | undefined;
  readonly options: Readonly<Partial<Record<Id, string>>>;
  /** The choice where nothing was set; `null`: one of the options always is chosen. */
  readonly usual?: string | null;
  readonly onChange: (value: Id | undefined) => void;
}

const usualId = ' ';

/** One of several, or what is usual. */
export function SettingChoice<Id extends string>(props: SettingProps<Id>) {
  const { label, value, options, usual = words.automatic, onChange } = props;
  const all = Object.entries<string | undefined>(options).map(([id, title = id]) => ({ id, title }));
  const first = usual === null ? [] : [{ id: usualId, title: usual }];
  return (
    <Choice
      label={label}
      value={value ?? usualId}
      sections={[{ title: '', options: [...first, ...all] }]}
      onChange={(id) => onChange(all.some((each) => each.id === id) ? (id as Id) : undefined)} // one of the options
    />
  );
}

interface SettingTextProps {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
  /** @returns what is wrong with a text */
  readonly faultOf?: (text: string) => string | undefined;
  readonly onChange: (text: string) => void;
}

/** A text that is taken once its writer leaves it or presses Enter, so that each setting is one step of Back. */
export function SettingText({ label, value, help, faultOf, onChange }: SettingTextProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  const fault = faultOf?.(text.trim());
  const take = () => {
    if (typed === undefined || fault !== undefined) return;
    setTyped(undefined);
    if (typed.trim() !== value) onChange(typed.trim());
  };
  useAtEnd(take);
  return (
    <TextField
      label={label}
      value={text}
      help={help}
      fault={typed === undefined ? undefined : fault}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey } = event;
        const isOfPage = ctrlKey || metaKey;
        if (key === 'Enter') take();
        // Saving now would leave out a text that is not taken.
        else if (isPressed(event, 'save') && typed !== undefined && fault !== undefined) event.preventDefault();
        if (key !== 'Enter' || isOfPage) event.continuePropagation(); // of the keys of the page, and of Escape in a dialog
      }}
    />
  );
}

/** Takes what was typed also where its field goes away before it is left, with the tab that it stands on. */
function useAtEnd(take: () => void): void {
  const latest = useLatest(take);
  useEffect(() => () => latest.current(), []);
}

interface SettingLinesProps {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
  readonly longest: number;
  readonly onChange: (text: string) => void;
}

/** A text of several lines, which is taken once its writer leaves it. */
export function SettingLines({ label, value, help, longest, onChange }: SettingLinesProps) {
  const [typed, setTyped] = useState<string>();
  const take = () => {
    setTyped(undefined);
    if (typed !== undefined && typed !== value) onChange(typed);
  };
  useAtEnd(take);
  return (
    <AriaTextField className="field" value={typed ?? value} onChange={setTyped} onBlur={take}>
      <Label>{label}</Label>
      <TextArea rows={4} maxLength={longest} />
      {help === undefined ? null : (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
    </AriaTextField>
  );
}

interface SettingNumberProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly isWithin?: (value: number) => boolean;
  /** The sentence about other numbers. */
  readonly fault?: string;
  readonly onChange: (value: number | undefined) => void;
}

export function SettingNumber(props: SettingNumberProps) {
  const { label, value, isWithin = Number.isFinite, fault = words.numberFault, onChange } = props;
  return (
    <SettingText
      label={label}
      value={value === undefined ? '' : String(value)}
      faultOf={(text) => (text === '' || isWithin(Number(text)) ? undefined : fault)}
      onChange={(text) => onChange(text === '' ? undefined : Number(text))}
    />
  );
}

interface SettingFormatProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (format: string | undefined) => void;
}

export function SettingFormat({ label, value, onChange }: SettingFormatProps) {
  return (
    <SettingText
      label={label}
      help={words.formatHelp}
      value={value ?? ''}
      faultOf={(text) => (isNumberFormat(text) ? undefined : words.formatFault)}
      onChange={(text) => onChange(text === '' ? undefined : text)}
    />
  );
}

interface SettingSwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  /** Why it cannot be switched now. */
  readonly obstacle?: string | undefined;
  readonly onChange: (isOn: boolean) => void;
}

export function SettingSwitch({ label, isOn, obstacle, onChange }: SettingSwitchProps) {
  return (
    <>
      <Checkbox className="checkbox" isSelected={isOn} isDisabled={obstacle !== undefined} onChange={onChange}>
        <span className="check" aria-hidden="true" />
        {label}
      </Checkbox>
      {obstacle === undefined ? null : <p className="help">{obstacle}</p>}
    </>
  );
}

interface SettingListProps {
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly title: string }[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Some of several, in the order of all. */
export function SettingList({ label, options, chosen, onChange }: SettingListProps) {
  return (
    <CheckboxGroup
      className="setting-list"
      value={[...chosen]}
      onChange={(next) => onChange(options.map(({ id }) => id).filter((id) => next.includes(id)))}
    >
      <Label>{label}</Label>
      {options.map(({ id, title }) => (
        <Checkbox key={id} value={id} className="checkbox">
          <span className="check" aria-hidden="true" />
          {title}
        </Checkbox>
      ))}
    </CheckboxGroup>
  );
}

/** Settings under a head. */
export function SettingGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="setting-group">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
