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

/** The tags of an Accept-Language (RFC 9110), best first. */
const acceptedTags = (header: string): string[] =>
  header
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.split(';');
      return { tag: tag.trim(), quality: quality ? Number(quality.trim().replace('q=', '')) : 1 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);

/** One of `offered`, by Accept-Language; English when nothing matches. An unsupported language is never an error. */
export function preferredLanguage(header: string, available: readonly string[]): string {
  const candidates = available.map((tag) => ({ tag, ...maximizeTag(tag)! }));
  for (const tag of acceptedTags(header)) {
    const requested = maximizeTag(tag);
    if (!requested) continue;
    const inLanguage = candidates.filter(({ language }) => language === requested.language);
    const best = inLanguage.find(({ script }) => script === requested.script) ?? inLanguage[0];
    if (best) return best.tag;
  }
  return 'en';
}
