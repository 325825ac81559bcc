import {
  Label,
  Text,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps,
} from 'react-aria-components';

interface AreaProps extends Omit<TextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  readonly help?: string | undefined;
}

/** A labelled text of several lines. */
export function TextArea({ label, help, ...field }: AreaProps) {
  return (
    <AriaTextField {...field} className="field">
      <Label>{label}</Label>
      <AriaTextArea spellCheck={false} />
      {help === undefined ? null : (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
    </AriaTextField>
  );
}
