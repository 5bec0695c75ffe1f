// A hook for a query that is repeated while the page is open: a failed repetition does not take the answer away.
import { type QueryState, useQuery } from '@amber/client/useQuery';
import { useState } from 'react';

export interface RepeatedQuery<Answer> {
  /** The last answer, if there is one. */
  state: QueryState<Answer>;
  /** Whether the answer is from before a repetition that failed. */
  isStale: boolean;
  refetch(): void;
}

/** A refusal does take the answer away: the person is no longer an operator. */
export function useRepeatedQuery<Answer>(fetchAnswer: () => Promise<Answer>): RepeatedQuery<Answer> {
  const [request, refetch] = useQuery(fetchAnswer, []);
  const [last, setLast] = useState<Answer>();
  if (request.status === 'ready' && request.answer !== last) setLast(request.answer);
  const isRefused = request.status === 'error' && request.fault.code === 'NO_AUTH';
  if (request.status === 'ready' || last === undefined || isRefused) return { state: request, isStale: false, refetch };
  return { state: { status: 'ready', answer: last }, isStale: true, refetch };
}
