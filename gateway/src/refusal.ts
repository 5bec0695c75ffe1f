// Says of anything thrown what the other side is told.
import { Fault } from '@amber/proto/faults';

/** PostgreSQL's classes of error: cannot connect, overloaded, shutting down; and a text it cannot hold. */
const unavailable = /^(08|53|57|25P03|ECONN|EPIPE|ENOENT)/;
const unreadableText = /^(22021|22P05)$/;

const frameworkCodes: Record<string, 'TOO_LARGE' | 'BAD_REQUEST'> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
};

/** A Fault as it is; anything else by its cause. What is `UNKNOWN` deserves a line in the log. */
export function refusal(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  const { code = '', message = '' } = (thrown ?? {}) as { code?: string; message?: string };
  const known = frameworkCodes[code];
  if (known) return new Fault(known, { cause: thrown });
  if (unreadableText.test(code)) return new Fault('BAD_REQUEST', { cause: thrown });
  // The driver's own errors carry no code.
  if (unavailable.test(code) || /timeout exceeded|Connection terminated|not queryable/.test(message)) return new Fault('UNAVAILABLE', { cause: thrown });
  return Fault.of(thrown);
}
