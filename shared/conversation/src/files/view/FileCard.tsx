// A file in the timeline: its name, its size, and a download button.
import { DownloadIcon } from '@amber/ui/moreIcons';
import { IconButton } from '@amber/ui/IconButton';
import { FileIcon } from '@amber/ui/fileIcons';
import { FileName } from './FileName.tsx';
import { formatSize } from '@amber/words/formats';
import { extensionOf } from './fileNames.ts';
import type { FileViewProps } from './fileViewProps.ts';
import { Progress } from './Progress.tsx';
import { words } from '../../words/gen/files.ts';
import { transferOf } from './transfer.ts';
import { useFileState } from './useFileState.ts';
import styles from './FileCard.module.css';

/** 'Download' fetches the file and passes it to the browser's downloads. */
export function FileCard({ row, body, reader, tabIndex }: FileViewProps) {
  const { id } = row.message;
  const { files } = reader;
  const transfer = transferOf(row.message, body, useFileState(files, id));
  const size = formatSize(body.size);
  const save = () => files.save(row.message);
  const extension = extensionOf(body.name);
  return (
    <>
      <div className={styles.card}>
        <span className={styles.kind} aria-hidden="true">
          {extension || <FileIcon />}
        </span>
        <span className={styles.about}>
          <FileName name={body.name} />
          <span className={styles.size}>
            {transfer.is === 'under way' ? words.percent({ percent: transfer.percent, size }) : size}
          </span>
        </span>
        {transfer.is === 'under way' ? (
          <Progress
            doing={transfer.doing}
            percent={transfer.percent}
            name={body.name}
            tabIndex={tabIndex}
            onCancel={() => files.stop(id, transfer.doing)}
          />
        ) : (
          <IconButton
            label={words.download}
            Icon={DownloadIcon}
            tabIndex={tabIndex}
            disabled={transfer.is === 'unknown'}
            onClick={save}
          />
        )}
      </div>
      {transfer.is === 'failed' && (
        <p className={styles.failed} role="alert">
          {transfer.sentence}
          <button type="button" tabIndex={tabIndex} onClick={save}>
            {words.retry}
          </button>
        </p>
      )}
    </>
  );
}
