// A hook for a query of the operators' pages, which is repeated while it has an answer: a failed repetition does not
// take the answer away.
import { events$ } from '@amber/client/hostEngine';
import { type QueryState, useQuery } from '@amber/client/useQuery';
import { useSubscription } from '@amber/client/useSubscription';
import { useState } from 'react';
import { EMPTY, filter, interval, merge } from 'rxjs';

export const repeatInterval = 15_000;
const repeat$ = merge(interval(repeatInterval), events$.pipe(filter(({ type }) => type === 'registryChanged')));

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
  const isStale = request.status !== 'ready' && last !== undefined && !isRefused;
  const state: QueryState<Answer> = isStale ? { status: 'ready', answer: last } : request;
  useSubscription(state.status === 'ready' ? repeat$ : EMPTY, refetch);
  return { state, isStale, refetch };
}
