import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import '../style/code-block.css';
import { controlWords as words } from '../words/control-words.ts';
import { Button } from './button.tsx';

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
}

/** Text for programs, with a button that copies it. */
export function CodeBlock({ label, text }: CodeBlockProps) {
  const id = useId();
  return (
    <section className="code-block" aria-labelledby={id}>
      <header>
        <h3 id={id}>{label}</h3>
        <CopyButton label={label} text={() => text} />
      </header>
      <pre tabIndex={0} aria-labelledby={id}>
        <code>{text}</code>
      </pre>
    </section>
  );
}

interface CopyButtonProps {
  /** Names the text for people who cannot see it. */
  readonly label: string;
  readonly text: () => string | Promise<string>;
  /** Shown in place of "Copy". */
  readonly title?: string | undefined;
}

/** Copies a text, and says so. */
export function CopyButton({ label, text, title }: CopyButtonProps) {
  const [state, setState] = useState<'copied' | 'failed'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await text());
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <>
      <Button look="quiet" aria-label={title ?? words.copyOf(label)} onPress={() => void copy()}>
        <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
        {state === undefined ? (title ?? words.copy) : words[state]}
      </Button>
      <span className="unseen" role="status">
        {state === undefined ? '' : words[state]}
      </span>
    </>
  );
}
