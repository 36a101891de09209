// Text made from a seed: chunks of 100 to 200 words from a vocabulary of 100,000 in which the word of rank r has a chance
// of 1 / (r + 2.7), as words of a language have. Chunks come one at a time, so that a million of them (1.1 GB) need not
// lie in memory together; nothing but the seed decides what they say.
import { Buffer } from 'node:buffer';

const VOCABULARY = 100_000;
const [SHORTEST, LONGEST] = [100, 200];
/** Mandelbrot's shift: flattens the few most frequent words to what text shows. */
const SHIFT = 2.7;

/** Sizes that benchmarks name. */
export const SIZES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 };

/** Marsaglia's xorshift32: numbers from 0 to 2^32 - 1, the same everywhere. */
export function randomFrom(seed) {
  let state = (Math.imul(seed, 0x9e3779b1) ^ 0x6c078965) | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

const CONSONANTS = [
  'b',
  'c',
  'd',
  'f',
  'g',
  'h',
  'j',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  't',
  'v',
  'w',
  'z',
  'br',
  'st',
];
const SYLLABLES = CONSONANTS.flatMap((consonant) => ['a', 'e', 'i', 'o', 'u'].map((vowel) => consonant + vowel));

/** Frequent words are short, as in text: two syllables up to rank 10,000, three beyond; no two are alike. */
function wordOf(rank) {
  const scattered = (rank * 7919) % (rank < 10_000 ? 10_000 : 1_000_000);
  const last = `${SYLLABLES[Math.floor(scattered / 100) % 100]}${SYLLABLES[scattered % 100]}`;
  return rank < 10_000 ? `${last}n` : `${SYLLABLES[Math.floor(scattered / 10_000)]}${last}k`;
}

/** Walker's alias method: one draw of a column, one of its two words. */
function aliasTable() {
  const weights = Float64Array.from({ length: VOCABULARY }, (_, rank) => 1 / (rank + 1 + SHIFT));
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / VOCABULARY;
  const shares = weights.map((weight) => weight / mean);
  const other = new Uint32Array(VOCABULARY);
  const small = [];
  const large = [];
  shares.forEach((share, rank) => {
    (share < 1 ? small : large).push(rank);
  });
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop(), large.at(-1)];
    other[less] = more;
    shares[more] -= 1 - shares[less];
    if (shares[more] < 1) small.push(large.pop());
  }
  for (const rank of [...small, ...large]) shares[rank] = 1;
  return { limits: shares.map((share) => share * 2 ** 32), other };
}

let made;
function vocabulary() {
  if (made) return made;
  const words = Array.from({ length: VOCABULARY }, (_, rank) => wordOf(rank));
  // Every word with the space that follows it, in one buffer: a chunk is put together from bytes.
  const starts = new Uint32Array(VOCABULARY + 1);
  words.forEach((word, rank) => {
    starts[rank + 1] = starts[rank] + word.length + 1;
  });
  made = { words, starts, bytes: Buffer.from(`${words.join(' ')} `, 'latin1'), ...aliasTable() };
  return made;
}

function* chunks(count, seed) {
  const { starts, bytes, limits, other } = vocabulary();
  const random = randomFrom(seed);
  const text = Buffer.alloc(LONGEST * 16);
  for (let chunk = 0; chunk < count; chunk++) {
    const words = SHORTEST + (random() % (LONGEST - SHORTEST + 1));
    let length = 0;
    for (let word = 0; word < words; word++) {
      const column = random() % VOCABULARY;
      const rank = random() < limits[column] ? column : other[column];
      for (let at = starts[rank], end = starts[rank + 1]; at < end; at++) text[length++] = bytes[at];
    }
    yield text.latin1Slice(0, length - 1);
  }
}

/** Texts to go through once, as often as wanted: always the same. */
export function generatedTexts(size) {
  return { count: size, [Symbol.iterator]: () => chunks(size, 404) };
}

/** Questions of 8 words: "rare" drawn from the vocabulary, each word as likely as any; "common" as text draws them. */
export function questions(kind, count) {
  const { words, limits, other } = vocabulary();
  const random = randomFrom(kind === 'rare' ? 1 : 2);
  const draw = () => {
    const column = random() % VOCABULARY;
    return words[kind === 'rare' || random() < limits[column] ? column : other[column]];
  };
  return Array.from({ length: count }, () => Array.from({ length: 8 }, draw).join(' '));
}
