// What stands in the place of a feature that cannot be shown.
import { Fallback } from '../../kit/Fallback.tsx';
import { words as strings } from '../../words/gen/app.ts';

interface RemoteFallbackProps {
  /** The feature's name. */
  title: string;
  onRetry(): void;
  /** Under which the failure was reported, where it was. */
  reportId?: string | undefined;
}

const words = strings.remote;

/** An alert with the feature's name and a way to try again. */
export const RemoteFallback = ({ title, onRetry, reportId }: RemoteFallbackProps) => (
  <Fallback
    name={title}
    title={words.failed({ title })}
    text={words.text}
    action={words.retry}
    onAction={onRetry}
    report={reportId && words.report({ id: reportId })}
  />
);

/** What stands at a path that only a newer release has, while an older one runs. */
export const NeedsNewer = ({ title, onRetry }: Pick<RemoteFallbackProps, 'title' | 'onRetry'>) => (
  <Fallback
    name={title}
    title={words.needsNewer({ title })}
    text={words.needsNewerText}
    action={words.retry}
    onAction={onRetry}
  />
);

/** What stands on the paths of a feature that has been removed, or has no release yet: they are its own all the same. */
export const NotOffered = ({ title, onRetry }: Pick<RemoteFallbackProps, 'title' | 'onRetry'>) => (
  <Fallback
    name={title}
    title={words.missing({ title })}
    text={words.missingText}
    action={words.retry}
    onAction={onRetry}
  />
);
