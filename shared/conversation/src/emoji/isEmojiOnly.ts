// Decides which texts are shown large.

const emojiOnlyPattern = /^(?:\p{RGI_Emoji}\s*){1,3}$/v;
const maxLength = 120; // the length of three families with skin tones; a longer text is not tested

/** Whether the text is one to three emoji and nothing else. */
export const isEmojiOnly = (text: string): boolean => text.length <= maxLength && emojiOnlyPattern.test(text.trim());
