// Which texts are shown large.

const emojiOnlyPattern = /^(?:\p{RGI_Emoji}\s*){1,3}$/v;
const maxLength = 120; // three families with skin tones; nothing longer is worth a look

/** One to three emoji and nothing else. */
export const isEmojiOnly = (text: string): boolean => text.length <= maxLength && emojiOnlyPattern.test(text.trim());
