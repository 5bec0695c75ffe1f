// The state of a query that has no answer: a skeleton while it loads, a notice after a failure.
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { Fault } from '@amber/proto/faults';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Skeleton } from '@amber/ui/Skeleton';
import type { ComponentProps, ReactNode } from 'react';

interface QueryStatusProps extends ComponentProps<typeof Skeleton> {
  /** A call, or a query of the local database, whose error has a cause instead of a fault. */
  request:
    | { status: 'idle' | 'loading' | 'searching' | 'ready' }
    | { status: 'error'; fault: Fault }
    | { status: 'error'; cause: unknown };
  refetch?: (() => void) | undefined;
  /** Rendered instead of a notice if the gateway refuses access: it does not say whether there is such a thing. */
  refused?: ReactNode;
}

/** Renders nothing once there is an answer. The other properties are those of the skeleton. */
export function QueryStatus({ request, refetch, refused, ...skeleton }: QueryStatusProps) {
  if (request.status === 'loading' || request.status === 'searching') return <Skeleton {...skeleton} />;
  if (request.status !== 'error') return null;
  const fault = 'fault' in request ? request.fault : new Fault('STORAGE', { cause: request.cause });
  if (refused && fault.code === 'NO_AUTH') return refused;
  return <ErrorNotice message={getErrorMessage(fault)} code={fault.code} onRetry={refetch} />;
}
