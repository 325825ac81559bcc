import type { CellLook } from '@orrery/charts';
import { toneTexts } from '@orrery/charts';

interface CellContentProps {
  readonly text: string;
  readonly look: CellLook;
}

/** The text of a cell as what it was set to be: a link, or before a bar or a shade of its size. */
export function CellContent({ text, look: { link, size, tone } }: CellContentProps) {
  if (link !== undefined) {
    return (
      <a href={link} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
        {text}
      </a>
    );
  }
  const mark = tone && <span className="orrery-unseen">{toneTexts[tone]}</span>;
  if (!size) {
    return (
      <>
        {text}
        {mark}
      </>
    );
  }
  const percent = `${Math.round(size.share * 100)}%`;
  const style = size.form === 'bar' ? { inlineSize: percent } : { opacity: size.share * 0.45 };
  return (
    <>
      <span
        className="orrery-cell-size"
        data-form={size.form}
        data-is-negative={size.isNegative || undefined}
        style={style}
        aria-hidden="true"
      />
      <span className="orrery-cell-text">{text}</span>
      {mark}
    </>
  );
}
