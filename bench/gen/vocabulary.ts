/**
 * The made-up languages of the bench: 20,000 words each, used as often as words are (Zipf). Nothing of them is copied: a
 * word is a few syllables put together by chance. Non-Latin texts cost the database's driver and the trigram index
 * several times as much as Latin ones, so nearly a third is written in other scripts.
 */
import { mulberry32, pickCumulative, zipfCumulative } from './random';

export type Script = 'latin' | 'cyrillic' | 'greek' | 'kana';

const WORDS = 20_000;
const ZIPF = 1.05;
const SYLLABLES: Readonly<Record<Script, readonly [string, string]>> = {
  latin: ['b c d f g h k l m n p r s t v w st tr ch', 'a e i o u ai ea ou y'],
  cyrillic: ['б в г д ж з к л м н п р с т ф х ц ч ш', 'а е и о у ы э ю я'],
  greek: ['β γ δ ζ θ κ λ μ ν ξ π ρ σ τ φ χ ψ', 'α ε η ι ο υ ω ου αι'],
  kana: ['か き さ し た て な に は ひ ま み ら り わ', 'あ い う え お ん っ'],
};

/** Words that stand in a known share of all texts, to be searched for. */
export const MARKERS = [
  { word: 'service', share: 0.54 },
  { word: 'parking', share: 0.08 },
  { word: 'zeppelin', share: 0.0005 },
] as const;

/** One script's words by rank, and how often each is used. */
export class Vocabulary {
  private readonly words: readonly string[];
  private static readonly use = zipfCumulative(WORDS, ZIPF);

  constructor(script: Script) {
    const random = mulberry32(script.length * 7919 + script.charCodeAt(0));
    const [heads, tails] = SYLLABLES[script].map((list) => list.split(' ')) as [string[], string[]];
    const syllable = (): string =>
      `${heads[Math.floor(random() * heads.length)]}${tails[Math.floor(random() * tails.length)]}`;
    this.words = Array.from({ length: WORDS }, (_, rank) => {
      const syllables = 1 + Math.floor(random() * (rank < 200 ? 2 : 4));
      return Array.from({ length: syllables }, syllable).join('');
    });
  }

  word(random: () => number): string {
    return this.words[pickCumulative(Vocabulary.use, random())] ?? '';
  }

  /** Words up to about `length` characters, with a capital in front and a full stop behind. */
  text(length: number, random: () => number): string {
    const words: string[] = [];
    for (let size = 0; size < length; size += (words.at(-1)?.length ?? 0) + 1) words.push(this.word(random));
    const text = words.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }
}
