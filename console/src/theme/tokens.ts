/** The colors of both themes. `contrast.spec.ts` computes the contrast of every pair in `PAIRS`. */
const light = {
  canvas: '#F6F8F8',
  surface: '#FFFFFF',
  sunken: '#EFF2F3',
  hover: '#EDF1F2',
  line: '#DFE5E7',
  control: '#7F8B91',
  text: '#11181B',
  text2: '#46535A',
  text3: '#5C6970',
  accent: '#0A5F6E',
  solid: '#0A5F6E',
  'on-solid': '#FFFFFF',
  soft: '#E1F0F2',
  'soft-text': '#094F5C',
  focus: '#0A7C90',
  ok: '#17693A',
  'ok-ground': '#E4F3E9',
  warn: '#8A4B00',
  'warn-ground': '#FCF0DC',
  bad: '#AE2318',
  'bad-ground': '#FCEAE8',
  info: '#2252B0',
  'info-ground': '#E7EEFC',
  mute: '#46535A',
  'mute-ground': '#EBEFF0',
  star: '#B36B00',
  bar: '#0A7C90',
  'bar-soft': '#4F9CAA',
  'bar-ground': '#E3E9EB',
} as const;

export type Token = keyof typeof light;

const dark: Readonly<Record<Token, string>> = {
  canvas: '#0D1214',
  surface: '#12191C',
  sunken: '#0A0F11',
  hover: '#1B2428',
  line: '#243036',
  control: '#6C7B83',
  text: '#E9EEF0',
  text2: '#B0BCC2',
  text3: '#8D9BA2',
  accent: '#6CCBDA',
  solid: '#5FC0D0',
  'on-solid': '#04222A',
  soft: '#112B32',
  'soft-text': '#93DDE9',
  focus: '#6CCBDA',
  ok: '#6BD097',
  'ok-ground': '#132A1E',
  warn: '#F2B561',
  'warn-ground': '#2C2210',
  bad: '#FF9A90',
  'bad-ground': '#361B18',
  info: '#9DBEFF',
  'info-ground': '#18253F',
  mute: '#B0BCC2',
  'mute-ground': '#202A2F',
  star: '#F2B84B',
  bar: '#3FA9BB',
  'bar-soft': '#2F7B89',
  'bar-ground': '#26323A',
};

export const TOKENS: Readonly<Record<'light' | 'dark', Readonly<Record<Token, string>>>> = { light, dark };

/** The kinds of a status, each a token and its ground. */
export const TONES = ['ok', 'warn', 'bad', 'info', 'mute'] as const;
export type Tone = (typeof TONES)[number];

/** A color and a color behind it, with the least contrast of WCAG 2.2: 4.5 for text, 3 for shapes. */
export interface Pair {
  readonly front: Token;
  readonly ground: Token;
  readonly least: 3 | 4.5;
}

const pairs = (least: 3 | 4.5, fronts: readonly Token[], grounds: readonly Token[]): Pair[] =>
  fronts.flatMap((front) => grounds.map((ground) => ({ front, ground, least })));

/** Every color that the console shows on another one. */
export const PAIRS: readonly Pair[] = [
  ...pairs(4.5, ['text', 'text2', 'text3'], ['canvas', 'surface', 'sunken', 'hover', 'soft']),
  ...pairs(4.5, ['accent'], ['canvas', 'surface', 'hover']),
  ...pairs(4.5, ['on-solid'], ['solid']),
  ...pairs(4.5, ['accent', 'ok'], ['sunken']),
  ...pairs(4.5, ['soft-text'], ['soft']),
  ...TONES.flatMap((tone) => pairs(4.5, [tone], [`${tone}-ground`, 'canvas', 'surface'])),
  ...TONES.flatMap((tone) => pairs(4.5, ['text', 'text2'], [`${tone}-ground`])),
  ...pairs(3, ['control', 'focus'], ['canvas', 'surface']),
  ...pairs(3, ['star'], ['canvas', 'surface', 'soft']),
  ...pairs(3, ['bar', 'warn', 'bad'], ['bar-ground']),
  ...pairs(3, ['bar', 'bar-soft'], ['surface']),
];
