/** Invented authors and texts of reviews. */
interface Phrases {
  readonly authors: readonly string[];
  readonly good: readonly string[];
  readonly fair: readonly string[];
  readonly bad: readonly string[];
}

export const PHRASES: readonly Phrases[] = [
  {
    authors: ['Katharina B.', 'Miguel', 'Beatriz R.', 'Jonas', 'Anna M.', 'Oluwaseun A.', 'Chiara D.', 'Lars T.'],
    good: [
      'The quietest room we ever had in a city, and the bread was still warm at ten.',
      'Staff carried the pram up three floors without being asked. We will be back in spring.',
      'Breakfast on the roof in October, with the whole river below. Worth every cent.',
    ],
    fair: [
      'Good place, small room. The view of the river makes up for a lot of it.',
      'Friendly people at the desk. The shower needs a plumber, and the lift needs patience.',
    ],
    bad: [
      'No water from six in the evening until noon, and no word from the desk. We washed our hair with bottled water.',
      'Two e-mails, one call, no refund. The hotel canceled the booking and answered five weeks later.',
      'Breakfast ran out of almost everything by half past nine. The coffee machine was off, and the manager was away.',
    ],
  },
  {
    authors: ['Jörg W.', 'Änne Q.', 'Svenja'],
    good: ['Sehr freundlicher Empfang, ruhiges Zimmer, gerne wieder.'],
    fair: ['Lage gut, Frühstück ordentlich. Das Bad ist in die Jahre gekommen.'],
    bad: ['Der Rückruf kam nie, und die Rechnung stimmte nicht.'],
  },
  {
    authors: ['Тимур', 'Аглая В.', 'Лукерья С.'],
    good: ['Всё чисто, быстро и с улыбкой. Приходим всей семьёй уже третий год.'],
    fair: ['Место хорошее, но по вечерам шумно.'],
    bad: ['Не ожидали. Заказали столик на десять, приняли в половине двенадцатого. Дозвониться невозможно.'],
  },
  {
    authors: ['أحمد', 'نور الهدى', 'سامر'],
    good: ['فندق رائع وخدمة ممتازة، والموظفون لطفاء.'],
    fair: ['الموقع جيد والسعر مرتفع قليلا.'],
    bad: ['انتظرت ساعة كاملة دون فائدة، ولم يرد أحد على الهاتف.'],
  },
];

export const LIKED = [
  'Location is still the best in the city. The view of the river from the breakfast room makes up for a lot.',
  'The beds, the bread, and the people at the desk.',
];
export const DISLIKED = [
  'Everything behind the door is tired: the shower, the mattress, the noise of the minibar.',
  'The lift, and the music in it.',
];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
