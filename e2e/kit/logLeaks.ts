// Finds secrets in a gateway's output or a support bundle: phone numbers, codes, tokens, and texts planted by a test.
import { printedCode } from '@amber/gateway/testing/consoleOutput';

/** An access token `a.<session>.<generation>.<time>.<signature>`, or a refresh token of the same form. */
const token = /\b[ar]\.[\w-]{16}\.\d+\.\d{13}\.[\w-]{43}/;

/**
 * The lines that contain a secret or one of the canaries. The line that prints a code instead of sending it is exempt.
 */
export function logLeaks(output: string, canaries: readonly string[] = []): string[] {
  const lines = output.split('\n');
  const sent = lines.flatMap((line) => printedCode(line) ?? []);
  const phones = sent.map(({ phone }) => phone.slice(1));
  const codes = sent.map(({ code }) => new RegExp(`\\b${code}\\b`));
  return lines.filter(
    (line) =>
      !printedCode(line) &&
      (token.test(line) ||
        [...phones, ...canaries].some((word) => line.includes(word)) ||
        codes.some((code) => code.test(line))),
  );
}
