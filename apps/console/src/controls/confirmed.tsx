import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import { messageOf } from '../api/message-of.ts';
import { FormActions } from './form-actions.tsx';

interface ConfirmedProps {
  /** Explains the consequences. */
  readonly help: string;
  readonly action: string;
  act(): Promise<unknown>;
  onClose(): void;
}

/** An act that cannot be undone, which the person is asked for once more. */
export function Confirmed({ help, action, act, onClose }: ConfirmedProps) {
  const acting = useMutation({ mutationFn: act, onSuccess: onClose });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector('button')?.focus(); // the button that asked is gone
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!acting.isPending) acting.mutate();
  };
  return (
    <form ref={form} onSubmit={submit}>
      <p>{help}</p>
      <div role="alert">{acting.error ? <p className="notice negative">{messageOf(acting.error)}</p> : null}</div>
      <FormActions action={action} onCancel={onClose} />
    </form>
  );
}
