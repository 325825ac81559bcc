import { controlWords as words } from '../words/control-words.ts';
import { Button } from './button.tsx';

interface FormActionsProps {
  /** Words of the button that sends the form. */
  readonly action: string;
  readonly onCancel: () => void;
}

/** The end of a form: leave it, or send it. */
export function FormActions({ action, onCancel }: FormActionsProps) {
  return (
    <div className="actions">
      <Button onPress={onCancel}>{words.cancel}</Button>
      <Button look="primary" type="submit">
        {action}
      </Button>
    </div>
  );
}
