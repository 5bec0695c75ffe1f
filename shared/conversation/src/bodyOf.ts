// Reads the JSON that a content carries; it comes from another person's device.
import type { Content } from '@amber/proto';

/** The body as an object; empty when it is none. */
export function bodyOf(content: Content): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(content.message);
    return body !== null && typeof body === 'object' && !Array.isArray(body) ? { ...body } : {};
  } catch {
    return {}; // what cannot be read is shown as unsupported
  }
}

/** The text of a text message, null when it has none. */
export function textOf(content: Content): string | null {
  const { text } = bodyOf(content);
  return content.type === 'text' && typeof text === 'string' ? text : null;
}
