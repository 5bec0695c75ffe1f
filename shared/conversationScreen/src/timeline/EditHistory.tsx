// The versions of an edited message that this device has received.
import { editsOf } from '@amber/client/changesOf';
import { type LiveResult, useLive } from '@amber/client/live';
import type { MessageRow } from '@amber/client/rows';
import { writtenText } from '@amber/conversation/currentText';
import { formatDateTime } from '@amber/conversation/format';
import { Markdown } from '@amber/conversation/Markdown';
import { mentionNamesOf } from '@amber/conversation/mentions';
import type { Person } from '@amber/conversation/person';
import { Button } from '@amber/ui/Button';
import { Dialog } from '@amber/ui/Dialog';
import { useState } from 'react';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { words } from '../words/gen/editHistory.ts';
import styles from './EditHistory.module.css';

interface EditHistoryProps {
  /** The id of the message. */
  id: string;
  me: string;
  people: ReadonlyMap<string, Person>;
  onClose(): void;
}

interface Version {
  id: string;
  at: number;
  /** The message as this version shows it. */
  message: MessageRow;
}

/** A message may be edited any number of times, so only the newest versions are rendered at first. */
const pageLength = 30;

/** Returns the versions of a message, newest first; none once it is withdrawn or deleted. */
function useVersions(id: string): LiveResult<Version[]> {
  return useLive(
    async (db) => {
      const [message, changes] = await Promise.all([
        db.messages.get(id),
        db.changes.where('target').equals(id).toArray(),
      ]);
      if (!message || message.withdrawn) return [];
      const { edited: _, ...original } = message;
      return [
        { id, at: message.writtenAt ?? message.createdAt, message: original },
        ...editsOf(message, changes).map((edit) => ({
          id: edit.id,
          at: edit.at,
          message: { ...original, edited: { message: edit.message, at: edit.at } },
        })),
      ].toReversed();
    },
    [id],
  );
}

/** A dialog that closes when the message is withdrawn. */
export function EditHistory({ id, me, people, onClose }: EditHistoryProps) {
  const versions = useVersions(id);
  const [shown, setShown] = useState(pageLength);
  const rows = versions.status === 'ready' ? versions.rows : [];
  const isGone = versions.status === 'ready' && rows.length === 0;
  return (
    <Dialog title={words.title} open={!isGone} onOpenChange={onClose}>
      <p className={styles.note}>{words.known}</p>
      <QueryStatus request={versions} rows={2} />
      <ol className={styles.versions} tabIndex={0} aria-label={words.title}>
        {rows.slice(0, shown).map((version, index) => (
          <li key={version.id} className={styles.version}>
            <span className={styles.head}>
              <time dateTime={new Date(version.at).toISOString()}>{formatDateTime(version.at)}</time>
              {index === 0 && <span className={styles.current}>{words.current}</span>}
              {index === rows.length - 1 && <span>{words.original}</span>}
            </span>
            <VersionText message={version.message} me={me} people={people} />
          </li>
        ))}
        {rows.length > shown && (
          <li>
            <Button onClick={() => setShown(shown + pageLength)}>{words.earlier}</Button>
          </li>
        )}
      </ol>
    </Dialog>
  );
}

const unknown: Person = { name: '', avatar: '' };

function VersionText({ message, me, people }: { message: MessageRow } & Pick<EditHistoryProps, 'me' | 'people'>) {
  const written = writtenText(message);
  if (!written?.text) return <p className={styles.none}>{words.noText}</p>;
  const mentions = mentionNamesOf(written.mentions ?? [], (identifier) => people.get(identifier) ?? unknown);
  return (
    <div className={styles.text} dir="auto">
      <Markdown text={written.text} mentions={mentions} me={me} tabIndex={0} />
    </div>
  );
}
