// Checks which pages may use this gateway.
import type { IncomingMessage } from 'node:http';

/**
 * Browsers always send Origin; another site's page must not use this one's session. A request without it is not from a
 * browser.
 */
export function isOwnOrigin(
  { headers: { origin, host } }: Pick<IncomingMessage, 'headers'>,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin).host;
  return from === host || (publicUrl !== undefined && from === new URL(publicUrl).host);
}
