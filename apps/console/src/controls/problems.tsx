import { OrreryError } from '@orrery/client';
import { problemsOf } from '../api/ask-as-admin.ts';
import { messageOf } from '../api/message-of.ts';

interface ProblemsProps {
  readonly error: Error | null;
  /** Labels of the fields of the form, by the names that the server has for them. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Says everything that is wrong with what was sent, each thing by the label of its field. */
export function Problems({ error, labels }: ProblemsProps) {
  return (
    <div role="alert">
      {sentencesOf(error, labels).map((sentence) => (
        <p key={sentence} className="notice negative">
          {sentence}
        </p>
      ))}
    </div>
  );
}

function sentencesOf(error: Error | null, labels: ProblemsProps['labels']): readonly string[] {
  if (!error) return [];
  const problems = error instanceof OrreryError ? problemsOf(error.details, labels) : [];
  return problems.length === 0 ? [messageOf(error)] : problems;
}
