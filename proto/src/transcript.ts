// The text of a speech-to-text service, which is untrusted, made safe to show.

/** Characters that change the direction of the text around them. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Each run of control characters except line feeds. */
const controls = /[^\P{Cc}\n]+/gu;

/** Returns plain text for people: without control characters, and with at most `max` characters. */
export function cleanTranscript(text: string, max: number): string {
  const clean = text.toWellFormed().replace(bidiControls, '').replace(controls, ' ').trim();
  return Array.from(clean).slice(0, max).join('');
}
