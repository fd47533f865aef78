/**
 * The demo listings: fictitious reviews from a seeded generator, the same at every start of the sandbox. Texts are combined from
 * the phrases below, which are not from real reviews.
 */
import type { SandboxListings } from './sandbox-listings';
import type { SandboxPlatform } from './sandbox-platform';

interface Phrases {
  readonly names: readonly string[];
  readonly titles: readonly string[];
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly replies: readonly string[];
}

const PHRASES: readonly Phrases[] = [
  {
    names: ['Maud Pennyworth', 'Otis Larkhall', 'Bea', 'J. Tolliver-Quinn'],
    titles: ['Does what it says', 'Mixed feelings', 'Back again soon'],
    good: [
      'Quick, friendly and easy to find.',
      'My second time here, just as good as the first.',
      "It's the small things: they remembered my name.",
    ],
    bad: [
      'Forty minutes of waiting & nobody said a word.',
      'The price on the bill was not the price on the board.',
      'It broke on the second day.',
    ],
    replies: [
      'Thank you, we passed this on to the whole team.',
      'We are sorry. Please write to us and we will put it right.',
    ],
  },
  {
    names: ['Grażyna Świerk', 'Bożydar Łącki', 'Zofia'],
    titles: ['Polecam', 'Bez szału', 'Za drogo'],
    good: ['Miła obsługa i żadnych kolejek.', 'Wszystko zgodnie z opisem, wrócę na pewno.'],
    bad: ['Czekałem trzy dni na odpowiedź.', 'Za tę cenę spodziewałam się czegoś więcej.'],
    replies: ['Dziękujemy za miłe słowa!', 'Przepraszamy, proszę dać nam jeszcze jedną szansę.'],
  },
  {
    names: ['Аглая Вересова', 'Тимур', 'Лукерья Петровна Сойкина'],
    titles: ['Рекомендую', 'Есть вопросы', 'Не ожидали'],
    good: ['Всё чисто, быстро и с улыбкой.', 'Приходим сюда всей семьёй уже третий год.'],
    bad: ['Записали на десять, приняли в половине двенадцатого.', 'Дозвониться невозможно.'],
    replies: ['Спасибо за отзыв, ждём вас снова!', 'Приносим извинения, уже разбираемся.'],
  },
  {
    names: ['Jörg Weißhaupt', 'Änne Quast', 'Svenja'],
    titles: ['Gerne wieder', 'Geht so', 'Nie wieder'],
    good: ['Schnell, ordentlich und fairer Preis.', 'Die Beratung war großartig, danke!'],
    bad: ['Der Rückruf kam nie.', 'Leider war die Hälfte der Ware beschädigt.'],
    replies: ['Vielen Dank, das freut uns sehr.', 'Das tut uns leid, bitte melden Sie sich bei uns.'],
  },
  {
    names: ['星野 風香', '竹中', 'みどり'],
    titles: ['また来ます', 'ふつう', '残念でした'],
    good: ['説明が丁寧で安心できました。', '静かで居心地がよかったです。'],
    bad: ['予約したのに一時間待ちました。', '表示と違う料金を請求されました。'],
    replies: ['ご来店ありがとうございました。', 'ご不便をおかけして申し訳ございません。'],
  },
  {
    names: ['نور الهدى', 'سامر الحلواني'],
    titles: ['تجربة ممتازة', 'ليست كما توقعت'],
    good: ['خدمة سريعة وأسعار معقولة.', 'المكان نظيف والموظفون لطفاء 😊'],
    bad: ['انتظرت ساعة كاملة دون فائدة.', 'لم يرد أحد على الهاتف.'],
    replies: ['شكرا لكم، نتطلع إلى زيارتكم القادمة.', 'نعتذر عما حدث وسنتواصل معكم.'],
  },
];

const DAY_MS = 86_400_000;

/** A random number generator (mulberry32): the same seed gives the same numbers, 0 <= n < 1. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Fills the platform's demo listing unless it already has reviews; returns the address to add to hrev. */
export function fillDemo(platform: SandboxPlatform, listings: SandboxListings, now: Date): string {
  const { demo, slug } = platform;
  const listing = listings.listing(slug, demo.key);
  listing.name = demo.name;
  if (listing.reviews.length > 0) return platform.pageUrl(demo.key);
  const random = seededRandom([...slug].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const best = Math.max(...demo.ratings);
  let publishedAt = now.getTime();
  for (let count = 0; count < demo.reviews; count += 1) {
    // Times are whole seconds, as on the platforms; two reviews may have the same time.
    publishedAt = Math.floor((publishedAt - random() * 2 * DAY_MS) / 1000) * 1000;
    const phrases = pick(PHRASES);
    const rating = pick(demo.ratings);
    const at = new Date(publishedAt);
    listings.add(slug, demo.key, {
      author: pick(phrases.names),
      title: demo.titles ? pick(phrases.titles) : null,
      text: textOf(rating * 2 > best ? phrases.good : phrases.bad, random, pick),
      rating,
      publishedAt: at,
      reply: demo.replies && random() < 0.35 ? { text: pick(phrases.replies), at: replyTime(at, now, random()) } : null,
      images: demo.images && random() < 0.2 ? [`https://images.example/${slug}/${count}.jpg`] : [],
    });
  }
  return platform.pageUrl(demo.key);
}

/** The text of a review: null, all sentences, or one of them. */
function textOf(
  sentences: readonly string[],
  random: () => number,
  pick: (list: readonly string[]) => string,
): string | null {
  if (random() < 0.12) return null;
  return random() < 0.3 ? sentences.join('\n\n') : pick(sentences);
}

/** A time up to five days after `publishedAt`, but not after `now`. `fraction` is from 0 to 1. */
function replyTime(publishedAt: Date, now: Date, fraction: number): Date {
  const time = publishedAt.getTime() + Math.floor(fraction * 5 * 86_400) * 1000;
  return new Date(Math.min(time, now.getTime()));
}
