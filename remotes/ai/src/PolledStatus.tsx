// The state of an answer that is refreshed: a skeleton before the first one, and a notice when the latest fetch failed.
import { getErrorMessage } from '@amber/client/getErrorMessage';
import type { Fault } from '@amber/proto/faults';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Skeleton } from '@amber/ui/Skeleton';
import type { ComponentProps } from 'react';
import { words } from './words/gen/ai.ts';

interface PolledStatusProps extends ComponentProps<typeof Skeleton> {
  /** The latest answer; null before the first. */
  answer: unknown;
  fault: Fault | null;
  refetch(): void;
}

export function PolledStatus({ answer, fault, refetch, ...skeleton }: PolledStatusProps) {
  if (!fault) return answer ? null : <Skeleton {...skeleton} />;
  const message = answer ? words.notUpToDate : getErrorMessage(fault);
  return <ErrorNotice message={message} code={fault.code} onRetry={refetch} />;
}
