// Says of anything thrown what the other side is told.
import { Fault } from '@amber/proto/faults';

/**
 * PostgreSQL's classes of error: cannot connect, not let in, gave way to another one, overloaded, shutting down, and the
 * system's own of a connection; a disk that is full or refuses; and a text it cannot hold.
 */
const unavailable = /^(08|28|3D|40|53|57|25P03|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
const unwritable = /^(53100|25006|42501|58)/;
const unreadableText = /^(22021|22P05)$/;

/** The code of anything thrown; empty where it has none. */
export const codeOf = (thrown: unknown): string => {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Whether this failed because the database can write nothing, now or for some time. */
export const writesNothing = (thrown: unknown): boolean =>
  unwritable.test(codeOf(thrown instanceof Fault ? thrown.cause : thrown));

const frameworkCodes: Record<string, 'TOO_LARGE' | 'BAD_REQUEST'> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
};

/** A Fault as it is; anything else by its cause. What is `UNKNOWN` deserves a line in the log. */
export function refusal(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  const code = codeOf(thrown);
  const { message = '' } = (thrown ?? {}) as { message?: string };
  const known = frameworkCodes[code];
  if (known) return new Fault(known, { cause: thrown });
  if (unreadableText.test(code)) return new Fault('BAD_REQUEST', { cause: thrown });
  // The driver's own errors carry no code.
  if (
    unavailable.test(code) ||
    unwritable.test(code) ||
    /timeout exceeded|Connection terminated|not queryable|been discarded/.test(message)
  )
    return new Fault('UNAVAILABLE', { cause: thrown });
  return Fault.of(thrown);
}
