import { type InputHTMLAttributes, useId } from 'react';

interface StartFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly help?: string | undefined;
  readonly fault?: string | undefined;
}

/** A labelled input with its error message. */
export function Field({ label, help, fault, ...input }: StartFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined && help === undefined ? undefined : `${id}-about`}
      />
      {fault === undefined && help === undefined ? null : (
        <span id={`${id}-about`} className={fault === undefined ? 'help' : 'fault'}>
          {fault ?? help}
        </span>
      )}
    </div>
  );
}
