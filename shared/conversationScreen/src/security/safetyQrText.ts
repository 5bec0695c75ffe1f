// The safety number as people and cameras read it.

const length = 60;
const group = 5;
const prefix = 'amber-safety:';

/** What the QR code says. */
export const safetyQrText = (number: string): string => `${prefix}${number}`;

/** The digits of what was scanned or pasted, spaces and all. */
export const parseSafetyNumber = (text: string): string => text.trim().replace(prefix, '').replaceAll(/\s/gu, '');

export const isSafetyNumber = (text: string): boolean => text.length === length && /^\d+$/u.test(text);

/** Groups of five digits. */
export const digitGroups = (number: string): string[] => number.match(new RegExp(`.{1,${group}}`, 'gu')) ?? [];
