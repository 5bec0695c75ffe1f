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
import { useTransfer } from './useTransfer.ts';
import styles from './FileCard.module.css';

/** 'Download' fetches the file and passes it to the browser's downloads. */
export function FileCard({ row, body, reader, tabIndex }: FileViewProps) {
  const { files } = reader;
  const { transfer } = useTransfer(row.message, files);
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
          <Progress transfer={transfer} id={row.message.id} name={body.name} files={files} tabIndex={tabIndex} />
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
