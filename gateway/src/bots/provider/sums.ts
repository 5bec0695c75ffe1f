// Evaluates sums in a text: numbers, + − × ÷ and parentheses. It never evaluates code.

const tokens = /\d+(?:\.\d+)?|[-+*/()]/g;

/** The value of an expression; null when it is not a valid one. */
function value(list: readonly string[]): number | null {
  let at = 0;
  const next = (): string | undefined => list[at];
  function atom(): number {
    const token = list[(at += 1) - 1];
    if (token === '-') return -atom();
    if (token === '(') {
      const inside = sum();
      if (list[(at += 1) - 1] !== ')') return Number.NaN;
      return inside;
    }
    return token !== undefined && /^\d/.test(token) ? Number(token) : Number.NaN;
  }
  function product(): number {
    let result = atom();
    while (next() === '*' || next() === '/') result = list[(at += 1) - 1] === '*' ? result * atom() : result / atom();
    return result;
  }
  function sum(): number {
    let result = product();
    while (next() === '+' || next() === '-')
      result = list[(at += 1) - 1] === '+' ? result + product() : result - product();
    return result;
  }
  const result = sum();
  return at === list.length && Number.isFinite(result) ? Number(result.toPrecision(12)) : null;
}

/** Answers the first sum in a text, in any language. */
export function answerSum(text: string): string | undefined {
  const plain = text
    .replaceAll(/[×xX](?=\s*[\d(])/g, '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-')
    .replaceAll(/\bplus\b|加/g, '+')
    .replaceAll(/\bminus\b|减/g, '-')
    .replaceAll(/\btimes\b|乘以?/g, '*')
    .replaceAll(/\bdivided by\b|除以/g, '/');
  const sum = /[-(\d][\d\s.+\-*/()]{0,200}[\d)]/.exec(plain)?.[0].trim();
  if (!sum || !/[-+*/]/.test(sum.slice(1)) || /^\d{1,4}([-/]\d{1,2}){2}$/.test(sum)) return undefined;
  const result = value(sum.match(tokens) ?? []);
  return result === null ? undefined : `${sum} = **${result}**`;
}
