import { colorText } from './color-text.ts';

/** The colours of a palette; screen readers announce their values. */
export function Swatches({ colors }: { readonly colors: readonly string[] }) {
  return (
    <span className="swatches" role="img" aria-label={colorText(colors)}>
      {colors.map((color, index) => (
        <span key={`${index} ${color}`} style={{ backgroundColor: color }} />
      ))}
    </span>
  );
}
