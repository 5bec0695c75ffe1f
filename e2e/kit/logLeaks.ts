// What a gateway's output and a support bundle must not hold: whom codes were sent to, the codes, tokens, and what a test has planted.

interface Sent {
  phone: string;
  code: string;
}

/** `a.<session>.<generation>.<time>.<signature>`, and the same for refresh tokens. */
const token = /\b[ar]\.[\w-]{16}\.\d+\.\d{13}\.[\w-]{43}/;

/** The lines with something in them that is nobody's business, or with one of these words. The line that prints a code instead of sending it has it on purpose. */
export function logLeaks(output: string, canaries: readonly string[] = []): string[] {
  const lines = output.split('\n');
  const sent = lines.filter((line) => line.includes('"sms code"')).map((line) => JSON.parse(line) as Sent);
  const phones = sent.map(({ phone }) => phone.slice(1));
  const codes = sent.map(({ code }) => new RegExp(`\\b${code}\\b`));
  return lines.filter(
    (line) =>
      !line.includes('"sms code"') &&
      (token.test(line) ||
        [...phones, ...canaries].some((word) => line.includes(word)) ||
        codes.some((code) => code.test(line))),
  );
}
