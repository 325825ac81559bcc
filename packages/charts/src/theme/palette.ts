/** Colours of categories in their order, safe for the three kinds of colour blindness, and 3:1 against the surface. */
export const palettes = {
  light: ['#4061d0', '#d06504', '#176654', '#ae559d', '#529359', '#552d7b', '#73201f', '#2d9cd7'],
  dark: ['#5292df', '#f19c28', '#29caaa', '#c16699', '#cfe476', '#7754d3', '#d44503', '#96e5fd'],
} as const;

/** Amounts go from the first to the last colour: one hue, and never the colour of the surface. */
export const ramps = {
  light: ['#e7effc', '#b9cae8', '#8da6d3', '#6282bd', '#395fa7', '#0f3a90'],
  dark: ['#19263f', '#334463', '#4f648a', '#6d86b3', '#8da9dd', '#aeceff'],
} as const;

/** Colours of what stands around the marks. */
export const inks = {
  light: { text: '#191e28', muted: '#565d68', line: '#dce0e5', surface: '#ffffff' },
  dark: { text: '#e6eaee', muted: '#9da4ad', line: '#2b2f37', surface: '#14171e' },
} as const;
