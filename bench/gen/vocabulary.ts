/**
 * Artificial languages: 20,000 words each, with frequencies by Zipf's law. A word is a random sequence of syllables. Non-Latin
 * texts cost the database driver and the trigram index several times as much as Latin ones, so nearly a third of the texts is in
 * other scripts.
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

/** Search words that occur in a known share of all texts. */
export const MARKERS = [
  { word: 'service', share: 0.54 },
  { word: 'parking', share: 0.08 },
  { word: 'zeppelin', share: 0.0005 },
] as const;

/** The words of one script by rank, and their frequencies. */
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

  /** Words of up to about `length` characters in total, as a sentence. */
  text(length: number, random: () => number): string {
    const words: string[] = [];
    for (let size = 0; size < length; size += (words.at(-1)?.length ?? 0) + 1) words.push(this.word(random));
    const text = words.join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }
}
