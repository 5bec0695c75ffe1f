// Formats and parses safety numbers and the text of their QR code.

const length = 60;
const group = 5;
const prefix = 'amber-safety:';

/** Returns the text of the QR code. */
export const safetyQrText = (number: string): string => `${prefix}${number}`;

/** Returns the digits of a scanned or pasted text, without spaces. */
export const parseSafetyNumber = (text: string): string => text.trim().replace(prefix, '').replaceAll(/\s/gu, '');

export const isSafetyNumber = (text: string): boolean => text.length === length && /^\d+$/u.test(text);

/** Splits the number into groups of five digits. */
export const digitGroups = (number: string): string[] => number.match(new RegExp(`.{1,${group}}`, 'gu')) ?? [];
