/** A counted masculine noun in the forms that Arabic numbers ask for; all in the nominative, as in a list. */
interface Counted {
  /** After ألف and after whole hundreds, and alone for one. */
  readonly singular: string;
  readonly dual: string;
  /** The dual right before the noun it belongs to: its final nun falls. */
  readonly dualBeforeNoun: string;
  /** After 3 to 10. */
  readonly plural: string;
  /** After 11 to 99, unless the noun it belongs to follows. */
  readonly accusative: string;
  /** Exactly one, said in full. */
  readonly one: string;
}

const POUND: Counted = {
  singular: 'جنيه مصري',
  dual: 'جنيهان مصريان',
  dualBeforeNoun: 'جنيهان مصريان',
  plural: 'جنيهات مصرية',
  accusative: 'جنيهًا مصريًا',
  one: 'جنيه مصري واحد',
};
const PIASTRE: Counted = {
  singular: 'قرش',
  dual: 'قرشان',
  dualBeforeNoun: 'قرشان',
  plural: 'قروش',
  accusative: 'قرشًا',
  one: 'قرش واحد',
};
/** Thousands, millions, billions and (for sums of a schedule) thousands of billions. */
const SCALES: readonly Counted[] = [
  scale('ألف', 'ألفان', 'ألفا', 'آلاف', 'ألفًا'),
  scale('مليون', 'مليونان', 'مليونا', 'ملايين', 'مليونًا'),
  scale('مليار', 'ملياران', 'مليارا', 'مليارات', 'مليارًا'),
  scale('تريليون', 'تريليونان', 'تريليونا', 'تريليونات', 'تريليونًا'),
];

/** Before a masculine noun 3 to 10 stand in the feminine. */
const UNITS = [
  '',
  'واحد',
  'اثنان',
  'ثلاثة',
  'أربعة',
  'خمسة',
  'ستة',
  'سبعة',
  'ثمانية',
  'تسعة',
  'عشرة',
  'أحد عشر',
  'اثنا عشر',
];
const TENS = ['', 'عشرة', 'عشرون', 'ثلاثون', 'أربعون', 'خمسون', 'ستون', 'سبعون', 'ثمانون', 'تسعون'];
const HUNDREDS = [
  '',
  'مائة',
  'مائتان',
  'ثلاثمائة',
  'أربعمائة',
  'خمسمائة',
  'ستمائة',
  'سبعمائة',
  'ثمانمائة',
  'تسعمائة',
];

/**
 * An amount, in whole piastres and not below 0, in Arabic words with what is counted in the form its number asks for:
 * the dual for two, the genitive plural after 3 to 10, the accusative singular after 11 to 99, the genitive singular
 * after hundreds and thousands; one or two left over is counted apart (مائة جنيه مصري وجنيه مصري واحد).
 */
export function arabicAmount(amountPiastres: number): string {
  const pounds = Math.floor(amountPiastres / 100);
  const piastres = amountPiastres % 100;
  const parts: string[] = [];
  if (pounds > 0 || piastres === 0) parts.push(counted(pounds, POUND));
  if (piastres > 0) parts.push(counted(piastres, PIASTRE));
  return `${joined(parts)} فقط لا غير`;
}

/** So many of a noun. */
function counted(number: number, noun: Counted): string {
  if (number === 0) return `صفر ${noun.singular}`;
  const left = number % 100;
  if (number > 100 && (left === 1 || left === 2)) {
    return joined([counted(number - left, noun), group(left, noun, false)]);
  }
  const groups: string[] = [];
  const below = number % 1000;
  for (let rest = Math.floor(number / 1000), at = 0; rest > 0; rest = Math.floor(rest / 1000), at++) {
    const part = rest % 1000;
    const scaleNoun = SCALES[at];
    if (scaleNoun === undefined) throw new RangeError(`no words for so much: ${number}`);
    // Directly before what is counted only where no smaller part stands between them.
    const beforeNoun = groups.length === 0 && below === 0;
    if (part > 0) groups.unshift(group(part, scaleNoun, beforeNoun));
  }
  if (below === 0) return `${joined(groups)} ${noun.singular}`;
  return joined([...groups, group(below, noun, false)]);
}

/** 1 to 999 of a noun; `beforeNoun`: another noun follows, to which it belongs. */
function group(number: number, noun: Counted, beforeNoun: boolean): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  if (rest <= 2) {
    const one = noun.one;
    const few = rest === 1 ? one : beforeNoun ? noun.dualBeforeNoun : noun.dual;
    if (hundreds === 0) return few;
    const whole = `${hundreds === 2 ? 'مائتا' : HUNDREDS[hundreds]} ${noun.singular}`;
    return rest === 0 ? whole : joined([whole, few]);
  }
  const words = joined([...(hundreds > 0 ? [HUNDREDS[hundreds]!] : []), belowHundred(rest)]);
  if (rest <= 10) return `${words} ${noun.plural}`;
  return `${words} ${beforeNoun ? noun.singular : noun.accusative}`;
}

/** 3 to 99. */
function belowHundred(number: number): string {
  if (number <= 12) return UNITS[number]!;
  const unit = number % 10;
  if (number < 20) return `${UNITS[unit]} عشر`;
  const tens = TENS[Math.floor(number / 10)]!;
  return unit === 0 ? tens : joined([UNITS[unit]!, tens]);
}

function joined(parts: readonly string[]): string {
  return parts.join(' و');
}

function scale(
  singular: string,
  dual: string,
  dualBeforeNoun: string,
  plural: string,
  accusative: string,
): Counted {
  return { singular, dual, dualBeforeNoun, plural, accusative, one: singular };
}
