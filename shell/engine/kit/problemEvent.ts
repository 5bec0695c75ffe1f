// An error event, as pages and the log receive it.
import type { EngineEvent } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import type { ProblemKind } from '@amber/proto/problems';

/** @param message the id of the message that it is about */
export function problemEvent(kind: ProblemKind, thrown: unknown, message?: string): EngineEvent {
  const { code, request } = Fault.of(thrown);
  return {
    type: 'log',
    level: 'warn',
    text: `${kind}: ${code}`,
    problem: { what: kind, code, ...(message && { message }), ...(request && { request }) },
  };
}
