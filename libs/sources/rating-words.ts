/**
 * Words of ratings in the languages of shops and review platforms: those of the plugins that print ratings as texts ("Rated 4.50
 * out of 5", "4,5 von 5 Sternen"). All words are lower case.
 */

const phrases = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/[|\n]/)
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== ''),
  );

/** Stars, and what other sites show in their place. */
export const STAR_WORDS = phrases(`
  star | stars | *
  stern | sterne | sternen | étoile | étoiles | etoile | etoiles | estrella | estrellas | estrela | estrelas | stella | stelle
  ster | sterren | stjärna | stjärnor | stjerne | stjerner | stjärnigt | tähti | tähteä | tähden | csillag | csillagos
  gwiazdka | gwiazdki | gwiazdek | gwiazdkę | gwiazdkami | hvězda | hvězdy | hvězd | hvězdička | hvězdičky | hvězdiček
  hviezda | hviezdy | hviezd | hviezdička | hviezdičky | hviezdičiek | zvezda | zvezdi | zvezde | zvezdica | zvezdice | zvezdic
  zvjezdica | zvjezdice | stea | stele | yıldız | yildiz | αστέρι | αστέρια | αστέρων | αστεριών
  звезда | звезды | звезд | звёзд | звёзды | звездочка | звездочки | звездочек | звёздочки | зірка | зірки | зірок | звезди
  žvaigždutė | žvaigždutės | žvaigždučių | zvaigzne | zvaigznes | zvaigznēm | täht | tähte
  نجوم | نجمة | نجمات | כוכב | כוכבים | ستاره | sao | bintang | ดาว | स्टार | सितारे
  星 | つ星 | 颗星 | 顆星 | 星级 | 星級 | 별 | 별점 | 개 | 개의
  bubble | bubbles | heart | hearts
`);

/** Points, and grades without a word of their own. */
export const POINT_WORDS = phrases(`
  point | points | pt | pts | punkt | punkte | punkten | pkt | puntos | punto | punti | pontos | ponto | punten | poäng | poeng
  pistettä | bod | body | bodů | bodov | boda | bodova | bodovi | pont | puncte | puan | βαθμοί
  балл | балла | баллов | бал | бали | балів | точки | punktów | punkty | نقاط | 分 | 点 | 점
`);

/** Words between a value and its scale: "4 out of 5". */
export const CONNECTING_WORDS = phrases(`
  out of | of | from | from a possible | over
  von | aus | von max | von maximal | sur | de | de un total de | sobre | em | su | di | van | van de | van max | uit | op
  av | av totalt | af | ud af | ut av | din | από | στα | од | od | z | ze | na | z możliwych
  из | из возможных | з | із | от | iš | no | trên | trên tổng | dari | daripada | จาก | من | من أصل | מתוך | از | sa
  滿分 | 满分 | 満点
`);

/** Words between a scale and its value, where the scale comes first: "5 üzerinden 4", "5つ星のうち4". */
export const REVERSE_WORDS = phrases(`
  üzerinden | uzerinden | つ星のうち | つ星中 | 点満点中 | 点満点で | 点満点 | 段階中 | 段階で | 段階評価で | 段階評価中 | 星中 | 中 | 中の | のうち | 星中的 | 颗星中的 | 顆星中的 | 分中的 | 中的
  점 만점에 | 점 만점 중 | 만점에 | 개 중 | 점 중 | 중 | में से | ból | ből | -ból | -ből
`);

/** Words before a scale in brackets: "4 (max. 5)". */
export const SCALE_WORDS = phrases(`
  max | maximum | maximal | out of | of | von | sur | de | su | van | из | 满分 | 滿分 | 満点 | 共 | best | scale
`);

/** Words before a rating. */
export const LEADING_WORDS = phrases(`
  rated | rating | ratings | review rating | star rating | score | overall | overall rating | average | average rating | avg | customer rating | user rating
  product rating | with | reviewed | stars | grade | note | noté | notée | noté à | note moyenne | évaluation | évalué | avis | moyenne
  bewertung | bewertet | bewertet mit | mit | durchschnitt | durchschnittlich | durchschnittliche bewertung | kundenbewertung
  sternebewertung | gesamtbewertung | wertung
  valoración | valorado | valorado con | valorado en | puntuación | puntuado | calificación | calificado | calificado con | promedio | con | media
  avaliação | avaliado | avaliado com | avaliação média | classificação | classificado | nota | pontuação | com | média
  valutato | valutazione | voto | punteggio | media voti | gewaardeerd | waardering | beoordeling | beoordeeld | beoordeeld met | score van | cijfer | met
  betyg | betygsatt | betygsatt till | vurderet | vurdert | vurdert til | vurdering | bedømmelse | karakter | terningkast | til
  arvosana | arvostelu | arvio | arvosteltu | arvostelu tuotteesta | értékelés | értékelve | oceniono | oceniony | ocena | średnia ocena | średnia
  hodnocení | hodnoceno | hodnotenie | hodnotené | průměr | ocenjeno | ocjena | ocijenjeno | ocena kupca | evaluat | evaluat la | evaluare | notă
  puan | değerlendirme | oy | βαθμολογία | βαθμολογήθηκε | βαθμολογήθηκε με | με | αξιολόγηση
  оценка | оценка покупателя | рейтинг | средняя оценка | средний рейтинг | оцінка | оцінено | оцінено в | середня оцінка | в
  įvertinimas | įvertinta | novērtējums | novērtēts ar | hinnang | hinnatud
  التقييم | تقييم | تم التقييم | תקבל דירוג | דירוג | đánh giá | được xếp hạng | xếp hạng | dinilai | penilaian | peringkat | rating pengguna | คะแนน | ให้คะแนน
  平均 | 平均評価 | 评分 | 評分 | 评价 | 評価 | 評価点 | 평점 | 평가 | रेटिंग
`);

/** Words after a rating that do not change it. */
export const TRAILING_WORDS = phrases(`
  rating | rated | average | overall | average rating | star rating | stars rating | review | score | on average | in total
  bewertet | bewertung | im durchschnitt | durchschnittlich | de moyenne | en moyenne | de media | di media | in media | gemiddeld
  oy aldı | oy | puan | puan aldı | olarak değerlendirildi | yıldız | の評価 | の評価です | 로 평가됨 | 으로 평가됨 | 로 평가 | 에 평가됨
  в среднем | w średniej
`);

/** Words between a rating and the number of reviews from which it was computed: "4.5 based on 12 reviews". */
export const BASIS_WORDS = phrases(`
  based on | from | by | out of a total of | across | basierend auf | auf basis von | aus | bei | von
  basé sur | basée sur | sur la base de | basato su | basata su | basado en | basada en | a partir de | com base em | baseado em | gebaseerd op | op basis van | uit
  baserat på | baseret på | basert på | perustuu | na podstawie | na základě | na základe | na osnovi | na temelju | pe baza a | pe baza | με βάση
  на основе | на основании | на основі | по
`);

/** What is counted: reviews, and words that occur with them. */
export const COUNT_WORDS = phrases(`
  review | reviews | rating | ratings | vote | votes | opinion | opinions | comment | comments | testimonial | testimonials
  customer | customers | customer review | customer reviews | customer rating | customer ratings | user | user reviews | users | verified | global | product | guest | google
  bewertung | bewertungen | kundenbewertung | kundenbewertungen | rezension | rezensionen | stimmen | meinungen | kunden
  avis | avis client | avis clients | note | notes | évaluation | évaluations | commentaire | commentaires | client | clients
  opinión | opiniones | reseña | reseñas | valoración | valoraciones | calificación | calificaciones | evaluaciones | de clientes | clientes | cliente | votos | voto | comentarios
  avaliação | avaliações | opinião | opiniões | comentário | comentários | classificações
  recensione | recensioni | valutazione | valutazioni | opinioni | voti | clienti | dei clienti | beoordeling | beoordelingen | recensie | recensies | klantbeoordelingen | reviews van klanten
  recension | recensioner | omdöme | omdömen | betyg | anmeldelse | anmeldelser | vurderinger | vurdering | bedømmelser | arvostelu | arvostelua | arvostelut | arviota
  opinia | opinie | opinii | ocen | oceny | recenzja | recenzje | recenzji | recenze | recenzí | recenzia | recenzií | hodnocení | hodnotení | ocene | ocen kupcev
  vélemény | értékelés | értékelések | recenzii | recenzie | de recenzii | evaluări | de evaluări | yorum | değerlendirme | κριτικές | κριτική | αξιολογήσεις | αξιολόγηση
  отзыв | отзыва | отзывов | отзыву | отзывам | оценка | оценки | оценок | оценкам | голос | голоса | голосов | відгук | відгуки | відгуків | оцінок | оцінки | отзива | ревюта
  atsiliepimai | atsiliepimas | atsiliepimų | atsauksmes | atsauksme | atsauksmju | arvustust | arvustus
  تقييم | تقييمات | مراجعة | مراجعات | ביקורות | ביקורת | חוות דעת | đánh giá | nhận xét | ulasan | penilaian | รีวิว | ความคิดเห็น
  条评论 | 条评价 | 則評論 | 则评论 | 件のレビュー | 件 | レビュー | 件の評価 | 件のグローバル評価 | 개의 리뷰 | 개 리뷰 | 리뷰 | 개 | समीक्षाएं | समीक्षा
`);

/** Words before a counter: "Reviews: 12", "all 12 reviews". */
export const LEADING_COUNT_WORDS = phrases(`
  all | total | number of | read | read all | see all | alle | gesamt | insgesamt | tous les | total de | todas las | todos | tutte le | tutti | всего | все | número de | nombre de
`);

/** Small numbers that people write as words. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...numbers('zero one two three four five six seven eight nine ten'),
  ...numbers('null ein zwei drei vier fünf sechs sieben acht neun zehn'),
  ...numbers('zéro une deux trois quatre cinq six sept huit neuf dix'),
  ...numbers('cero una dos tres cuatro cinco seis siete ocho nueve diez'),
  ...numbers('zero una due tre quattro cinque sei sette otto nove dieci'),
  ...numbers('zero uma duas três quatro cinco seis sete oito nove dez'),
  ...numbers('nul een twee drie vier vijf zes zeven acht negen tien'),
]);

function numbers(words: string): (readonly [string, number])[] {
  return words.split(' ').map((word, index) => [word, index] as const);
}

export const PERCENT_WORDS = phrases(
  '% | percent | per cent | prozent | pour cent | por ciento | por cento | per cento | procent',
);
