// Notices in place of a feature that cannot be shown.
import { Fallback } from '../../kit/Fallback.tsx';
import { words as strings } from '../../words/gen/app.ts';

interface RemoteFallbackProps {
  /** The feature's title. */
  title: string;
  onRetry(): void;
  /** The id of the reported failure, if there is one. */
  reportId?: string | undefined;
}

const words = strings.remote;

/** An alert with the feature's title and a retry button. */
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

/** Shown at a path that only a newer release has, while an older one runs. */
export const NeedsNewer = ({ title, onRetry }: Pick<RemoteFallbackProps, 'title' | 'onRetry'>) => (
  <Fallback
    name={title}
    title={words.needsNewer({ title })}
    text={words.needsNewerText}
    action={words.retry}
    onAction={onRetry}
  />
);

/** Shown at the paths of a feature that was removed or has no release yet; it still owns them. */
export const NotOffered = ({ title, onRetry }: Pick<RemoteFallbackProps, 'title' | 'onRetry'>) => (
  <Fallback
    name={title}
    title={words.missing({ title })}
    text={words.missingText}
    action={words.retry}
    onAction={onRetry}
  />
);
