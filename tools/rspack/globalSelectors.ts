// Finds the selectors of a stylesheet that apply to elements of other stylesheets.

const commentOrString = /\/\*[^]*?\*\/|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'/g;
const withoutTexts = (css: string): string =>
  css.replaceAll(commentOrString, (text) => (text.startsWith('/*') ? ' ' : "''"));

/** At-rules whose block contains rules. The names within keyframes and fonts are no selectors. */
const groupRule = /^@(?:-\w+-)?(?:media|supports|layer|container|scope|starting-style|document)\b/i;

/** The selectors of the rules that are not nested in another one, where the outer selector applies too. */
function outerSelectors(css: string): string[] {
  const found: string[] = [];
  const isGroup: boolean[] = []; // of each open block
  let prelude = '';
  for (const char of withoutTexts(css)) {
    if (char === '{') {
      const text = prelude.trim();
      const isOuter = isGroup.every(Boolean);
      if (isOuter && !text.startsWith('@')) found.push(text);
      isGroup.push(isOuter && groupRule.test(text));
    } else if (char === '}') isGroup.pop();
    prelude = /[{};]/.test(char) ? '' : prelude + char;
  }
  return found.flatMap(alternativesOf);
}

/** Splits a list of selectors at the commas outside of parentheses. */
function alternativesOf(list: string): string[] {
  const alternatives = [''];
  let depth = 0;
  for (const char of list) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === ',' && depth === 0) alternatives.push('');
    else alternatives[alternatives.length - 1] += char;
  }
  return alternatives.map((selector) => selector.trim());
}

/** A function of a selector whose arguments contain no other. */
const innermostFunction = /::?([\w-]+)\(([^()]*)\)/;
/** Only these limit the selector to what their arguments name. */
const limitingFunctions = new Set(['is', 'where', 'local']);

/** Whether the selector contains a class or an id of its own stylesheet, to which it is limited. */
function isLimited(selector: string): boolean {
  const found = innermostFunction.exec(selector);
  if (found) {
    const [call, name, list] = found;
    const isLimiting = limitingFunctions.has(name!) && alternativesOf(list!).every(isLimited);
    return isLimited(selector.replace(call, isLimiting ? '.limited' : ''));
  }
  const own = selector.replaceAll(/\[[^\]]*\]/g, '').replace(/:global\b.*/s, '');
  return /[.#][-\w\\\u0080-\uffff]/.test(own);
}

/** The selectors that need a class of the stylesheet, such as `h1` and `:not(.own)`. */
export const findGlobalSelectors = (css: string): string[] =>
  outerSelectors(css).filter((selector) => !isLimited(selector));
