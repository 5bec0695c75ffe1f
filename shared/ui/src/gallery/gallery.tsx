// A development page with all primitives of this package.
import { type ReactNode, useState } from 'react';
import { ContactRequestDialog } from '../people/ContactRequestDialog.tsx';
import { Avatar } from '../people/Avatar.tsx';
import { Badge } from '../people/Badge.tsx';
import { Button } from '../form/Button.tsx';
import { Chips } from '../form/Chips.tsx';
import { Confirm } from '../layers/Confirm.tsx';
import { createToasts } from '../layers/createToasts.ts';
import { Dialog } from '../layers/Dialog.tsx';
import { EmptyState } from '../layout/EmptyState.tsx';
import * as fileIcons from '../icons/fileIcons.tsx';
import { gallerySamples as samples } from './gallerySamples.ts';
import { IconButton } from '../form/IconButton.tsx';
import { BrandMark } from '../icons/brandMark.tsx';
import * as icons from '../icons/icons.tsx';
import { Menu } from '../layers/Menu.tsx';
import * as messageIcons from '../icons/messageIcons.tsx';
import * as moreIcons from '../icons/moreIcons.tsx';
import { ErrorNotice } from '../layout/ErrorNotice.tsx';
import { PersonLine } from '../people/PersonLine.tsx';
import { ShareLink } from '../people/ShareLink.tsx';
import { Select } from '../form/Select.tsx';
import { Skeleton } from '../layout/Skeleton.tsx';
import { TextField } from '../form/TextField.tsx';
import { Toaster } from '../layers/Toaster.tsx';
import card from '../layout/card.module.css';
import styles from './gallery.module.css';

const { icon: _, directedIcon: __, ...common } = icons;
const set = { ...common, ...moreIcons };
const toasts = createToasts({ limit: 3 });
const nothing = () => {};

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.group}>
    <h2 className={styles.title}>{title}</h2>
    <div className={styles.row}>{children}</div>
  </section>
);

/** The page at /chat/__gallery in development. */
export function Gallery() {
  const [open, setOpen] = useState<'' | 'dialog' | 'confirm' | 'ask'>('');
  const [chip, setChip] = useState<string>(samples.names[0]);
  const close = () => setOpen('');
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>
        <BrandMark />
      </h1>
      <Group title="Button">
        {(['primary', 'plain', 'quiet', 'danger'] as const).map((look) => (
          <Button key={look} variant={look}>
            {look}
          </Button>
        ))}
        <Button busy>{samples.busy}</Button>
        <Button disabled>{samples.disabled}</Button>
      </Group>
      <Group title="TextField">
        <TextField label={samples.label} hint={samples.hint} />
        <TextField label={samples.label} error={samples.error} defaultValue={samples.value} />
        <TextField label={samples.label} disabled />
      </Group>
      <Group title="Select">
        <Select
          label={samples.label}
          choices={samples.names.map((name) => ({ value: name, label: name }))}
          value={chip}
          onChoose={setChip}
        />
        <Select label={samples.label} choices={[]} error={samples.error} onChoose={nothing} />
      </Group>
      <Group title="IconButton, icons">
        {Object.entries({ ...set, ...messageIcons, ...fileIcons }).map(([name, Icon]) => (
          <IconButton key={name} label={name.replace('Icon', '')} Icon={Icon} />
        ))}
      </Group>
      <Group title="Avatar, Badge">
        {samples.names.map((name, index) => (
          <Avatar key={name} identifier={name} name={name} size={([24, 32, 40, 72] as const)[index % 4]!} />
        ))}
        {[1, 12, 120].map((count) => (
          <Badge key={count} count={count} muted={count === 12} />
        ))}
      </Group>
      <Group title="PersonLine, ShareLink, card">
        {(['row', 'text'] as const).map((look) => (
          <div key={look} className={styles.wide}>
            <PersonLine
              variant={look}
              to=""
              identifier={look}
              name={samples.names[0]}
              message={samples.sentence}
              requestTime={{ at: 0, label: samples.time }}
            />
          </div>
        ))}
        <ShareLink link={samples.link} label={samples.label} hint={<p>{samples.hint}</p>}>
          <Button variant="primary">{samples.action}</Button>
        </ShareLink>
        <p className={card.card}>{samples.sentence}</p>
      </Group>
      <Group title="Chips">
        <Chips
          showLabel
          label={samples.label}
          value={chip}
          onChange={setChip}
          choices={samples.names.slice(0, 3).map((name) => ({ value: name, label: name }))}
        />
      </Group>
      <Group title="Dialog, Confirm, ContactRequestDialog, Menu, Toaster">
        <Button onClick={() => setOpen('dialog')}>{samples.dialog}</Button>
        <Dialog
          title={samples.dialog}
          open={open === 'dialog'}
          onOpenChange={close}
          actions={<Button variant="primary">{samples.action}</Button>}
        >
          <p>{samples.sentence}</p>
        </Dialog>
        <Button onClick={() => setOpen('confirm')}>{samples.danger}</Button>
        <Confirm
          title={samples.danger}
          text={samples.sentence}
          action={samples.action}
          open={open === 'confirm'}
          onCancel={close}
          onConfirm={nothing}
        />
        <Button onClick={() => setOpen('ask')}>{samples.ask}</Button>
        {open === 'ask' && (
          <ContactRequestDialog
            name={samples.names[0]}
            busy={false}
            onClose={close}
            onSend={() => Promise.resolve(true)}
          />
        )}
        <Menu
          trigger={<Button>{samples.menu}</Button>}
          items={[
            { key: 'copy', label: samples.action, Icon: moreIcons.CopyIcon, onSelect: nothing },
            { key: 'delete', label: samples.danger, danger: true, onSelect: nothing },
          ]}
        />
        {(['info', 'success', 'error'] as const).map((tone) => (
          <Button key={tone} onClick={() => toasts.show({ tone, text: `${samples.sentence} (${tone})` })}>
            {tone}
          </Button>
        ))}
        <Toaster toasts={toasts} />
      </Group>
      <Group title="EmptyState, Notice, Skeleton">
        <EmptyState
          Icon={icons.ChatsIcon}
          title={samples.label}
          text={samples.sentence}
          action={<Button variant="primary">{samples.action}</Button>}
        />
        <ErrorNotice message={samples.error} code={samples.code} onRetry={nothing} />
        <div className={styles.wide}>
          <Skeleton rows={3} />
        </div>
      </Group>
    </main>
  );
}
