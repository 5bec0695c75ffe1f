// What tests and tools read from the console of a gateway that runs as a separate process.

/** A sign-in code, which a gateway without a provider prints instead of sending it. */
export interface PrintedCode {
  phone: string;
  code: string;
}

/** The code on this line; undefined for any other line. */
export const printedCode = (line: string): PrintedCode | undefined =>
  line.startsWith('{') && line.includes('"sms code"') ? (JSON.parse(line) as PrintedCode) : undefined;

/** The origin of the gateway that this line calls ready; undefined for any other line. */
export const readyOrigin = (line: string): string | undefined => /^Amber is ready: (\S+)\/chat\/$/.exec(line)?.[1];

/** The one-time link that makes its opener the operator; undefined for any other line. */
export const operatorLink = (line: string): URL | undefined => {
  const link = /http\S+admin\?operator=\S+$/.exec(line)?.[0];
  return link === undefined ? undefined : new URL(link);
};
