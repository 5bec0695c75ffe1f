// The event that reports an error to pages and the log.
import type { EngineEvent } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import type { ProblemKind } from '@amber/proto/problems';

/** @param message the id of the message that the error is about */
export function problemEvent(kind: ProblemKind, thrown: unknown, message?: string): EngineEvent {
  const { code, request } = Fault.of(thrown);
  return {
    type: 'log',
    level: 'warn',
    text: `${kind}: ${code}`,
    problem: { what: kind, code, ...(message && { message }), ...(request && { request }) },
  };
}
