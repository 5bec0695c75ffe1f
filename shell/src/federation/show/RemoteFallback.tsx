// The notice in place of a feature that cannot be shown.
import { Fallback } from '../../kit/Fallback.tsx';
import { words as strings } from '../../words/gen/app.ts';

interface RemoteFallbackProps {
  /** The feature's title. */
  title: string;
  /**
   * 'needsNewer': only a newer release has this path, while an older one runs. 'missing': the feature was removed or has
   * no release yet; it still owns its paths.
   */
  reason: 'failed' | 'needsNewer' | 'missing';
  /** The id of the reported failure, if there is one. */
  reportId?: string | undefined;
  onRetry(): void;
}

const words = strings.remote;

const sentences = (title: string) => ({
  failed: [words.failed({ title }), words.text] as const,
  needsNewer: [words.needsNewer({ title }), words.needsNewerText] as const,
  missing: [words.missing({ title }), words.missingText] as const,
});

/** An alert with the feature's title and a retry button. */
export function RemoteFallback({ title, reason, reportId, onRetry }: RemoteFallbackProps) {
  const [heading, text] = sentences(title)[reason];
  return (
    <Fallback
      name={title}
      title={heading}
      text={text}
      action={words.retry}
      onAction={onRetry}
      report={reportId && words.report({ id: reportId })}
    />
  );
}
