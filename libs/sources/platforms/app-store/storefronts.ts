/**
 * Storefronts of the App Store: country codes and the numbers that the store's older APIs use. The numbers are not documented; public
 * clients have used them unchanged for years. Links of a storefront that is missing here are read without the number of reviews.
 */
const TABLE = `
  us 143441 fr 143442 de 143443 gb 143444 at 143445 be 143446 fi 143447 gr 143448 ie 143449 it 143450
  lu 143451 nl 143452 pt 143453 es 143454 ca 143455 se 143456 no 143457 dk 143458 ch 143459 au 143460
  nz 143461 jp 143462 hk 143463 sg 143464 cn 143465 kr 143466 in 143467 mx 143468 ru 143469 tw 143470
  vn 143471 za 143472 my 143473 ph 143474 th 143475 id 143476 pk 143477 pl 143478 sa 143479 tr 143480
  ae 143481 hu 143482 cl 143483 np 143484 pa 143485 lk 143486 ro 143487 cz 143489 il 143491 ua 143492
  kw 143493 hr 143494 cr 143495 sk 143496 lb 143497 qa 143498 si 143499 co 143501 ve 143502 br 143503
  gt 143504 ar 143505 sv 143506 pe 143507 ec 143509 hn 143510 jm 143511 ni 143512 py 143513 uy 143514
  mo 143515 eg 143516 ee 143518 lv 143519 lt 143520 mt 143521 am 143524 bw 143525 bg 143526 jo 143528
  ke 143529 mk 143530 mg 143531 ml 143532 mu 143533 ne 143534 sn 143535 tn 143536 ug 143537 ai 143538
  bb 143541 bm 143542 vg 143543 ky 143544 dm 143545 gd 143546 ms 143547 gy 143553 sr 143554 bz 143555
  bo 143556 cy 143557 is 143558 bh 143559 bn 143560 ng 143561 om 143562 dz 143563 ao 143564 by 143565
  uz 143566 az 143568 ye 143571 tz 143572 gh 143573
`;

const NUMBERS = new Map(
  [...TABLE.matchAll(/([a-z]{2}) (\d{6})/g)].map(([, country = '', number = '']) => [country, number]),
);

/** The number of a storefront (`gb`); null if it is unknown. */
export function storefrontNumber(storefront: string): string | null {
  return NUMBERS.get(storefront) ?? null;
}
