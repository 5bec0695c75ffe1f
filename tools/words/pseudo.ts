// Creates a pseudo-language with accented letters and a third more text, which reveals hard-coded and cut-off text.

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = [...'åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'];

/** 'Save' becomes 'Šåṽé~~': 40 % longer, in whole characters. A text without letters is unchanged. */
export function pseudo(text: string): string {
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  const changed = text.replace(/[A-Za-z]/g, (letter) => accented[plain.indexOf(letter)]!);
  return letters === 0 ? text : changed.replace(/(\s*)$/, `${'~'.repeat(Math.ceil(letters * 0.4))}$1`);
}
