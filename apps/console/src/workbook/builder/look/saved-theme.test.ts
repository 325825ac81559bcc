import { describe, expect, it } from 'vitest';
import { lookOf, type SavedTheme, savedThemeOf, settingsAs, themeOn } from './saved-theme.ts';

const paper = {
  id: 7,
  name: 'Paper',
  theme: { dashboard: { backgroundColor: '#eee' }, widgets: { border: { color: 'red', radius: '8px' } } },
} as unknown as SavedTheme;
const typing = (texts: Readonly<Record<string, string>>) => (path: readonly string[]) => texts[path.join('.')] ?? '';
const ofPaper = { 'dashboard.backgroundColor': '#eee', 'widgets.border.color': 'red', 'widgets.border.radius': '8px' };

describe('the theme of a dashboard', () => {
  it('has only what differs from the saved theme that it names', () => {
    expect(themeOn('7', paper, undefined, typing(ofPaper))).toEqual({ themeId: '7' });
    const blue = typing({ ...ofPaper, 'widgets.border.color': 'blue' });
    const theme = themeOn('7', paper, { primaryColor: 'green' }, blue);
    expect(theme).toEqual({ themeId: '7', primaryColor: 'green', widgets: { border: { color: 'blue' } } });
    expect(lookOf(theme, [paper])).toMatchObject({ widgets: { border: { color: 'blue', radius: '8px' } } });
    expect(themeOn(undefined, undefined, theme, typing({ 'widgets.border.color': 'blue' }))).toEqual({
      primaryColor: 'green',
      widgets: { border: { color: 'blue' } },
    });
  });

  it('is the built-in one where the saved one is deleted', () => {
    const theme = { themeId: '8', dashboard: { padding: '4px' } };
    expect(savedThemeOf(theme, [paper])).toBeUndefined();
    expect(lookOf(theme, [paper])).toEqual(theme);
    expect(themeOn('8', undefined, theme, typing({ 'dashboard.padding': '4px' }))).toEqual(theme);
  });

  it('is saved with what was typed, and without what was emptied', () => {
    const look = lookOf({ themeId: '7', primaryColor: 'green' }, [paper]);
    expect(settingsAs(look, typing({ 'widgets.border.radius': '2px' }))).toEqual({
      primaryColor: 'green',
      widgets: { border: { radius: '2px' } },
    });
  });
});
