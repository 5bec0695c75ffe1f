// Finds the path in this app for a scanned code.
import { paths, reservedWords } from '@amber/client/paths';
import { identifierPattern } from '@amber/proto/identifier';
import { limits } from '@amber/proto/limits';

/** Returns the profile path when the text is a link to a profile, on any server; else null. */
export function profilePathIn(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { pathname, protocol } = new URL(text);
  const [base, person = '', ...more] = pathname.split('/').filter(Boolean);
  const isOurs = protocol.startsWith('http') && `/${base}` === limits.basePath && more.length === 0;
  return isOurs && identifierPattern.test(person) && !(reservedWords as readonly string[]).includes(person)
    ? paths.profile({ identifier: person })
    : null;
}
