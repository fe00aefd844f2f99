const WORDS = [
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen'.split(' '),
  ...'fifteen sixteen seventeen eighteen nineteen'.split(' '),
];
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Readonly<Record<string, number>> = {
  thousand: 1_000,
  million: 1_000_000,
  billion: 1_000_000_000,
};

/** An amount in English words back in piastres; throws on a word that is none. */
export function readEnglishAmount(text: string): number {
  const said = /^(?:(.+) Egyptian pounds?)?(?: and )?(?:(.+) piastres?)? only$/.exec(
    text[0]!.toLowerCase() + text.slice(1),
  );
  if (said === null) throw new Error(`not an amount: ${text}`);
  return numberOf(said[1]) * 100 + numberOf(said[2]);
}

function numberOf(words: string | undefined): number {
  if (words === undefined) return 0;
  let total = 0;
  let group = 0;
  for (const word of words.split(/[ -]/)) {
    const scale = SCALES[word];
    if (scale !== undefined) {
      total += group * scale;
      group = 0;
    } else if (word === 'hundred') group *= 100;
    else group += numeral(word);
  }
  return total + group;
}

function numeral(word: string): number {
  const ten = TENS.indexOf(word);
  const value = ten === -1 ? WORDS.indexOf(word) : (ten + 2) * 10;
  if (value === -1) throw new Error(`not a number: ${word}`);
  return value;
}
