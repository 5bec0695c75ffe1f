// The people who have reacted to a message, with a tab for each emoji.
import type { Reaction } from '@amber/client/rows';
import { Avatar } from '@amber/ui/Avatar';
import { Dialog } from '@amber/ui/Dialog';
import { Tabs } from '@amber/ui/Tabs';
import type { Reader } from '../kit/reader.ts';
import { words } from '../words/gen/entries.ts';
import styles from './ReactionsDialog.module.css';

interface ReactionsDialogProps {
  open: boolean;
  reactions: readonly Reaction[];
  reader: Reader;
  onOpenPerson?: ((identifier: string) => void) | undefined;
  onClose(): void;
}

/** The user comes first. Anonymous people have no identifier, so each of their reactions is a line of its own. */
export const ReactionsDialog = ({ open, reactions, reader, onOpenPerson, onClose }: ReactionsDialogProps) => (
  <Dialog title={words.reactions} open={open} onOpenChange={onClose}>
    <Tabs
      label={words.reactions}
      tabs={reactions.map(({ emoji, by }) => ({
        key: emoji,
        title: `${emoji} ${by.length}`,
        content: (
          <ul className={styles.people}>
            {by
              .toSorted((one, other) => Number(other === reader.me) - Number(one === reader.me))
              .map((identifier, index) => (
                <li key={identifier || index}>
                  <ReactingPerson
                    identifier={identifier}
                    reader={reader}
                    onOpen={
                      onOpenPerson &&
                      ((person) => {
                        onClose();
                        onOpenPerson(person);
                      })
                    }
                  />
                </li>
              ))}
          </ul>
        ),
      }))}
    />
  </Dialog>
);

interface ReactingPersonProps {
  identifier: string;
  reader: Reader;
  onOpen: ((identifier: string) => void) | undefined;
}

/** A button that opens the person, unless they are anonymous. */
function ReactingPerson({ identifier, reader, onOpen }: ReactingPersonProps) {
  const name = reader.nameOrYou(identifier);
  const content = (
    <>
      <Avatar
        identifier={identifier}
        name={name}
        src={identifier ? reader.personOf(identifier).avatar : ''}
        size={32}
        colour={reader.colourOf(identifier)}
      />
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </>
  );
  return identifier && onOpen ? (
    <button type="button" className={styles.person} onClick={() => onOpen(identifier)}>
      {content}
    </button>
  ) : (
    <span className={styles.person}>{content}</span>
  );
}
