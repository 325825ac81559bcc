import { describe, expect, it } from 'vitest';
import { themeFaults, themeOver } from './saved-theme.ts';

describe('a saved theme', () => {
  it('applies where a dashboard has nothing of its own', () => {
    const theme = { widgets: { backgroundColor: '#111', border: { color: 'red', width: '1px' } } };
    const own = { themeId: '7', widgets: { border: { color: 'blue' }, title: null, backgroundColor: ' ' } };
    expect(themeOver(theme, own)).toEqual({
      themeId: '7',
      widgets: { backgroundColor: '#111', border: { color: 'blue', width: '1px' } },
    });
    expect(themeOver(theme, undefined)).toBe(theme);
    expect(themeOver(undefined, own)).toBe(own);
    expect(themeOver(null, 'x')).toBeUndefined();
  });

  it('never answers with what objects inherit', () => {
    const own = JSON.parse('{"__proto__": {"a": 1}, "constructor": {"b": 2}}') as object;
    expect(Object.keys(themeOver({ widgets: {} }, own) ?? {})).toEqual(['widgets', '__proto__', 'constructor']);
  });

  it('has colours, lengths, strokes, weights and fonts, and nothing else', () => {
    const theme = {
      backgroundColor: 'url(https://evil.example)',
      controls: { title: { fontSize: '100vw' } },
      widgets: { padding: '8px 4px', border: { style: 'groove', color: '#fff' }, text: { fontFamily: 'a;b' } },
    };
    expect(themeFaults(theme).map(({ path }) => path.join('.'))).toEqual([
      'backgroundColor',
      'controls.title.fontSize',
      'widgets.border.style',
      'widgets.text.fontFamily',
    ]);
    expect(themeFaults({ dashboard: { padding: '', backgroundColor: null } })).toEqual([]);
  });
});
