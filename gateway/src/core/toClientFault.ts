// Maps anything thrown to the fault that the client gets.
import { Fault } from '@amber/proto/faults';

/**
 * PostgreSQL's error classes: cannot connect, authentication failed, serialization failure, overloaded, shutting down;
 * the system's own connection errors; a full or failing disk; and text it cannot store.
 */
const unavailable = /^(08|28|3D|40|53|57|25P03|ECONN|EPIPE|ENOENT|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_)/;
const unwritable = /^(53100|25006|42501|58)/;
const unreadableText = /^(22021|22P05)$/;

/** The code of anything thrown; empty if none. */
export const codeOf = (thrown: unknown): string => {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** Whether the error means that the database cannot write, now or for some time. */
export const isWriteFailure = (thrown: unknown): boolean =>
  unwritable.test(codeOf(thrown instanceof Fault ? thrown.cause : thrown));

const frameworkFaults: Record<string, 'TOO_LARGE' | 'BAD_REQUEST'> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
};

/** Returns a Fault unchanged, and maps any other error by its cause. `UNKNOWN` deserves a log line. */
export function toClientFault(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  const code = codeOf(thrown);
  const { message = '' } = (thrown ?? {}) as { message?: string };
  const known = frameworkFaults[code];
  if (known) return new Fault(known, { cause: thrown });
  if (unreadableText.test(code)) return new Fault('BAD_REQUEST', { cause: thrown });
  // The driver's own errors have no code.
  if (
    unavailable.test(code) ||
    unwritable.test(code) ||
    /timeout exceeded|Connection terminated|not queryable|been discarded/.test(message)
  )
    return new Fault('UNAVAILABLE', { cause: thrown });
  return Fault.of(thrown);
}
