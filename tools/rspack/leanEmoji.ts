// Drops the fields of emojibase's data that the emoji picker does not use.

interface CompactEmoji {
  unicode: string;
  label: string;
  tags?: string[];
  group?: number;
}

/** A loader: variants in skin tones are half of the data, and the picker derives them. */
export default function leanEmoji(source: string): string {
  const emoji = JSON.parse(source) as CompactEmoji[];
  return JSON.stringify(emoji.map(({ unicode, label, tags, group }) => ({ unicode, label, tags, group })));
}
