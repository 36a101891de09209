// The model's SentencePiece tokenizer: the most probable cut of a text into the pieces of its vocabulary.
//
// Tokens must equal those of the packaged route (@energetic-ai/embeddings 0.2.0), so its habits are kept, odd ones too:
// - the text is NFKC-normalised, every U+0020 becomes U+2581, and one U+2581 is put before it; other white space stays;
// - a vocabulary score of null counts as 0, the best there is (`:` and its kin), and `:30` scores +30 (it beats anything);
// - a best score of exactly 0 counts as "none yet", so that a place no piece ends at starts afresh from 0;
// - of equal scores the shorter last piece wins, of equal pieces the later entry of the vocabulary;
// - a character that starts no piece is unknown (token 0), and neighbouring unknowns become one token.

/** Part of the cache key: change it whenever any text may be cut differently. */
export const TOKENIZER_VERSION = 'unigram-1';

/** Entries before it are control tokens, which no text can hold. */
const RESERVED = 6;
const SEPARATOR = 0x2581;
const SPACE = 0x20;
const UNKNOWN = 0;

interface Tokens {
  readonly ids: Int32Array;
  /** Where each token ends, in code points of the normalised text with its leading separator. */
  readonly ends: Int32Array;
}

export interface Tokenizer {
  tokenize(text: string): Tokens;
}

export function parseVocabulary(json: Uint8Array): readonly (readonly [piece: string, score: number | null])[] {
  return JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString('utf8'));
}

export function createTokenizer(vocabulary: readonly (readonly [string, number | null])[]): Tokenizer {
  const trie = buildTrie(vocabulary);
  const scores = Float64Array.from(vocabulary, ([, score]) => score ?? 0);
  const lengths = Uint8Array.from(vocabulary, ([piece]) => piece.length);
  let symbols = new Uint32Array(1024);
  let best = new Float64Array(1025);
  let tokenAt = new Int32Array(1025);

  /** Fills `symbols`; returns how many there are. */
  const readSymbols = (text: string): number => {
    const normalized = text.normalize('NFKC');
    if (normalized.length === 0) return 0;
    if (normalized.length + 1 > symbols.length) {
      symbols = new Uint32Array(2 * normalized.length + 1);
      best = new Float64Array(symbols.length + 1);
      tokenAt = new Int32Array(symbols.length + 1);
    }
    symbols[0] = SEPARATOR;
    let n = 1;
    for (let i = 0; i < normalized.length; i++) {
      const code = normalized.codePointAt(i)!;
      if (code > 0xffff) i++;
      symbols[n++] = code === SPACE ? SEPARATOR : code;
    }
    return n;
  };

  return {
    tokenize(text) {
      const n = readSymbols(text);
      best.fill(0, 0, n + 1);
      tokenAt.fill(UNKNOWN, 0, n + 1);
      for (let start = 0; start < n; start++) {
        const before = best[start]!;
        let found = false;
        let node = ROOT;
        for (let end = start; end < n; ) {
          node = trie.child(node, symbols[end]!);
          if (node === 0) break;
          end++;
          const id = trie.tokens[node]!;
          if (id === 0) continue;
          found = true;
          const score = scores[id]! + before;
          if (best[end] === 0 || score >= best[end]!) {
            best[end] = score;
            tokenAt[end] = id;
          }
        }
        if (!found && (best[start + 1] === 0 || before >= best[start + 1]!)) {
          best[start + 1] = before;
          tokenAt[start + 1] = UNKNOWN;
        }
      }
      const ids: number[] = [];
      const ends: number[] = [];
      for (let end = n; end > 0; end -= lengths[tokenAt[end]!]!) {
        const id = tokenAt[end]!;
        if (id === UNKNOWN && ids.at(-1) === UNKNOWN) continue;
        ids.push(id);
        ends.push(end);
      }
      return { ids: Int32Array.from(ids.reverse()), ends: Int32Array.from(ends.reverse()) };
    },
  };
}

interface Trie {
  /** The node behind a character, or 0. */
  child(node: number, char: number): number;
  /** By node: the token that ends there, or 0. */
  readonly tokens: Int32Array;
}

const ROOT = 1;

/** Nodes are numbered from 1; one open-addressed table maps (node, character) to the next node. */
function buildTrie(vocabulary: readonly (readonly [string, number | null])[]): Trie {
  let chars = 0;
  for (let id = RESERVED; id < vocabulary.length; id++) chars += vocabulary[id]![0].length;
  let size = 1024;
  while (size < 2 * chars) size *= 2;
  const keys = new Uint32Array(size);
  const nodes = new Int32Array(size);
  const tokens = new Int32Array(chars + 2);
  const mask = size - 1;
  const slotOf = (key: number): number => {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 12) & mask;
    while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  };
  let last = ROOT;
  for (let id = RESERVED; id < vocabulary.length; id++) {
    const piece = vocabulary[id]![0];
    let node = ROOT;
    for (let i = 0; i < piece.length; i++) {
      const key = ((node << 16) | piece.charCodeAt(i)) >>> 0;
      const slot = slotOf(key);
      if (keys[slot] === 0) {
        keys[slot] = key;
        nodes[slot] = ++last;
      }
      node = nodes[slot]!;
    }
    tokens[node] = id;
  }
  if (last > 0xffff) throw new RangeError(`a vocabulary of ${last} trie nodes does not fit 16 bits`);
  return {
    child: (node, char) => (char > 0xffff ? 0 : nodes[slotOf(((node << 16) | char) >>> 0)]!),
    tokens,
  };
}
