// Text from data made safe to print: no control sequence, no hidden direction, one line.

/** C0 (but white space), DEL, C1, lone surrogates, bidirectional controls, invisible marks and tags. */
export const HIDDEN =
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;
const LINE_WHITE_SPACE = /[\t-\r\x85\u2028\u2029 ]+/g;

/** GitHub's and Azure's runners take commands of these forms from anywhere in a line of a log. */
const CI_COMMAND = /##(?=(?:vso)?\[)/gi;

/** What most cells hold: printable ASCII, words a space apart, without the mark that commands begin with. */
const PLAIN = /^(?:[!"$-~]+(?: [!"$-~]+)*)?$/;

/** Shows what would act or hide as U+FFFD and folds white space to single spaces. */
export function plainText(text: string): string {
  // Reports may have millions of cells.
  if (PLAIN.test(text)) return text;
  return text.replace(LINE_WHITE_SPACE, ' ').replace(HIDDEN, '\ufffd').replace(CI_COMMAND, '#\ufffd');
}
