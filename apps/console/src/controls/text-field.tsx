import { FieldError, Input, Label, Text, TextField as AriaTextField, type TextFieldProps } from 'react-aria-components';

interface FieldProps extends Omit<TextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  readonly help?: string | undefined;
  readonly fault?: string | undefined;
  /** The value that an empty field stands for. */
  readonly placeholder?: string | undefined;
}

/** A labelled input with its error message. */
export function TextField({ label, help, fault, placeholder, ...field }: FieldProps) {
  return (
    <AriaTextField {...field} isInvalid={fault !== undefined} className="field">
      <Label>{label}</Label>
      <Input {...(placeholder === undefined ? {} : { placeholder })} />
      {help === undefined || fault !== undefined ? null : (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <FieldError className="fault">{fault}</FieldError>
    </AriaTextField>
  );
}
