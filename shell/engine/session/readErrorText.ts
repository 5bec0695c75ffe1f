// Reads the message of an answer that is not the gateway's own, such as that of a proxy in front of it.

/** The maximum number of characters. */
const textMax = 200;
/** The codes of faults, and of proxies, are for programs. */
const code = /^[A-Z0-9_]+$/;
/** Control characters, invisible ones, and halves of characters. */
const unsuitable = /\p{C}|�/u;

/** Returns the text of a short plain answer as one line; '' for anything else, of which nothing more is read. */
export async function readErrorText({ headers, body }: Response): Promise<string> {
  if (!/^text\/plain\b/i.test(headers.get('content-type') ?? '')) return '';
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  void reader?.cancel().catch(() => {});
  if (!value || value.length > 4 * textMax) return '';
  const text = new TextDecoder().decode(value).replaceAll(/\s+/g, ' ').trim();
  return text.length > textMax || code.test(text) || unsuitable.test(text) ? '' : text;
}
