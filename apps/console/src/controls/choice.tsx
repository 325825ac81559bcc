import { ChevronDown } from 'lucide-react';
import {
  Header,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components';
import { Button } from './button.tsx';

interface ChoiceOption {
  readonly id: string;
  readonly title: string;
  readonly about?: string | undefined;
  /** Why it cannot be chosen now. */
  readonly obstacle?: string | undefined;
}

interface ChoiceSection {
  readonly title: string;
  readonly options: readonly ChoiceOption[];
}

interface ChoiceProps {
  readonly label: string;
  /** Whether the label is for screen readers only. */
  readonly isLabelUnseen?: boolean;
  readonly value: string | undefined;
  readonly sections: readonly ChoiceSection[];
  readonly autoFocus?: boolean;
  readonly onChange: (id: string) => void;
}

/** One of several. */
export function Choice({ label, isLabelUnseen = false, value, sections, autoFocus = false, onChange }: ChoiceProps) {
  const obstacles = sections.flatMap(({ options }) => options.flatMap(({ id, obstacle }) => (obstacle ? [id] : [])));
  return (
    <Select
      className="choice"
      value={value ?? null}
      onChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
      disabledKeys={obstacles}
      autoFocus={autoFocus}
    >
      <Label className={isLabelUnseen ? 'unseen' : 'choice-label'}>{label}</Label>
      <Button>
        <SelectValue>{({ selectedText }) => selectedText}</SelectValue>
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
      </Button>
      <Popover className="popover">
        <ListBox className="menu choices-list">
          {sections.map(({ title, options }) => (
            <ListBoxSection key={title} aria-label={title || label}>
              {title === '' ? null : <Header className="menu-head">{title}</Header>}
              {options.map(({ id, title: name, about, obstacle }) => (
                <ListBoxItem key={id} id={id} textValue={name} className="menu-row">
                  <span>{name}</span>
                  {(obstacle ?? about) ? <span className="help">{obstacle ?? about}</span> : null}
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
