const SMALL = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES = ['', ' thousand', ' million', ' billion', ' trillion'];

/**
 * An amount, in whole piastres and not below 0, in English words: "one thousand five hundred Egyptian pounds and fifty
 * piastres only". "And" stands only between pounds and piastres, so that nothing can be written in between.
 */
export function englishAmount(amountPiastres: number): string {
  const pounds = Math.floor(amountPiastres / 100);
  const piastres = amountPiastres % 100;
  const parts: string[] = [];
  if (pounds > 0 || piastres === 0) {
    parts.push(`${wholeNumber(pounds)} Egyptian ${pounds === 1 ? 'pound' : 'pounds'}`);
  }
  if (piastres > 0) parts.push(`${wholeNumber(piastres)} ${piastres === 1 ? 'piastre' : 'piastres'}`);
  const words = `${parts.join(' and ')} only`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function wholeNumber(number: number): string {
  if (number === 0) return SMALL[0]!;
  const groups: string[] = [];
  for (let rest = number, scale = 0; rest > 0; rest = Math.floor(rest / 1000), scale++) {
    const group = rest % 1000;
    if (group > 0) groups.unshift(belowThousand(group) + SCALES[scale]!);
  }
  return groups.join(' ');
}

function belowThousand(number: number): string {
  const words: string[] = [];
  if (number >= 100) words.push(`${SMALL[Math.floor(number / 100)]} hundred`);
  const rest = number % 100;
  if (rest >= 20) {
    const unit = rest % 10;
    words.push(TENS[Math.floor(rest / 10)]! + (unit > 0 ? `-${SMALL[unit]}` : ''));
  } else if (rest > 0) {
    words.push(SMALL[rest]!);
  }
  return words.join(' ');
}
