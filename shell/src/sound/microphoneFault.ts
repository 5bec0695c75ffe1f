// Why the browser gives no microphone.
import { Fault, type FaultCode } from '@amber/proto/faults';

/** The faults by the names of the exceptions of `getUserMedia`. */
const faultsByName: Partial<Record<string, FaultCode>> = {
  NotAllowedError: 'MIC_REFUSED',
  SecurityError: 'MIC_REFUSED',
  NotFoundError: 'MIC_NONE',
  OverconstrainedError: 'MIC_NONE',
  NotReadableError: 'MIC_TAKEN',
  AbortError: 'MIC_TAKEN',
};

/** Returns the fault of an exception of `getUserMedia`. */
export const microphoneFault = (thrown: unknown): Fault =>
  new Fault((thrown instanceof Error && faultsByName[thrown.name]) || 'MIC_FAILED', { cause: thrown });
