// Picks the available language that best matches a browser's.

/** Language and script, ignoring the region: 'zh-CN' equals 'zh-Hans', 'zh-TW' is the next best. */
function maximizeTag(tag: string): { language: string; script: string } | null {
  try {
    const { language, script = '' } = new Intl.Locale(tag).maximize();
    return { language, script };
  } catch {
    return null; // '*', and invalid tags
  }
}

/**
 * One of `available`; English when nothing matches. An unsupported language is never an error. The library that parses
 * Accept-Language compares tags as texts: for it, 'zh-CN' is not 'zh-Hans'.
 * @param accepted the browser's languages, best first
 */
export function preferredLanguage(accepted: readonly string[], available: readonly string[]): string {
  const candidates = available.map((tag) => ({ tag, ...maximizeTag(tag)! }));
  for (const tag of accepted) {
    const requested = maximizeTag(tag);
    if (!requested) continue;
    const inLanguage = candidates.filter(({ language }) => language === requested.language);
    const best = inLanguage.find(({ script }) => script === requested.script) ?? inLanguage[0];
    if (best) return best.tag;
  }
  return 'en';
}
