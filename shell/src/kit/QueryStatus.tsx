// The state of a query that has no answer: a skeleton while it loads, a notice after a failure.
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { QueryState } from '@amber/client/useQuery';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Skeleton } from '@amber/ui/Skeleton';
import type { ComponentProps } from 'react';

interface QueryStatusProps extends ComponentProps<typeof Skeleton> {
  request: QueryState<unknown>;
  refetch(): void;
}

/** Renders nothing once there is an answer. The other properties are those of the skeleton. */
export function QueryStatus({ request, refetch, ...skeleton }: QueryStatusProps) {
  if (request.status === 'loading') return <Skeleton {...skeleton} />;
  if (request.status === 'ready') return null;
  return <ErrorNotice message={getErrorMessage(request.fault)} code={request.fault.code} onRetry={refetch} />;
}
