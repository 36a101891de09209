// Cuts texts to what a model reads at once, where all that is known of the limit is whether a text fits.

export interface Pieces {
  /** As `Encoder.pieces`. */
  pieces(text: string): readonly string[];
  /** As `Encoder.reach`. */
  reach(text: string): number;
}

/**
 * @param fits whether a text is read whole; the beginning of one that fits must fit, too
 */
export function createPieces(fits: (text: string) => boolean): Pieces {
  const pieces = (text: string): readonly string[] => {
    const own = text.trim();
    if (own === '') return [];
    if (fits(own)) return [text];
    const cut = cutNearMiddle(own);
    // A single character that does not fit is read as far as the model reads.
    if (cut === undefined) return [own];
    return [own.slice(0, cut), own.slice(cut)].flatMap(pieces);
  };

  return {
    pieces,
    reach(text) {
      if (fits(text)) return text.length;
      let low = 0;
      let high = text.length;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (fits(text.slice(0, middle))) low = middle;
        else high = middle - 1;
      }
      return characterStart(text, low);
    },
  };
}

/** At the white space nearest to the middle, within the middle half; else inside of the word. */
function cutNearMiddle(text: string): number | undefined {
  const middle = text.length >> 1;
  for (let away = 0; away <= text.length >> 2; away++) {
    for (const at of [middle - away, middle + away]) if (at > 0 && text[at]?.trim() === '') return at;
  }
  const inside = characterStart(text, middle);
  const cut = inside > 0 ? inside : inside + 2;
  return cut < text.length ? cut : undefined;
}

/** Steps back from between the halves of a surrogate pair. */
function characterStart(text: string, at: number): number {
  return at > 0 && at < text.length && text.codePointAt(at - 1)! > 0xffff ? at - 1 : at;
}
