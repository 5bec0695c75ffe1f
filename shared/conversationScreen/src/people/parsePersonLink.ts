// Parses a profile link or QR code.
import { reservedWords } from '@amber/client/paths';
import { identifierPattern } from '@amber/proto/identifier';
import { limits } from '@amber/proto/limits';

/** Returns the identifier in a profile link, or the text itself if it is an identifier; null for anything else. */
export function parsePersonLink(text: string): string | null {
  const trimmed = text.trim();
  if (identifierPattern.test(trimmed)) return trimmed;
  if (!URL.canParse(trimmed)) return null;
  const { pathname, protocol } = new URL(trimmed);
  const [base, person = '', ...more] = pathname.split('/').filter(Boolean);
  const isProfile = protocol.startsWith('http') && `/${base}` === limits.basePath && more.length === 0;
  return isProfile && identifierPattern.test(person) && !(reservedWords as readonly string[]).includes(person)
    ? person
    : null;
}
