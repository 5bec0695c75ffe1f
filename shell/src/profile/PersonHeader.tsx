// The header of a profile: the person and the actions.
import { useAction } from '@amber/client/useAction';
import { savedMessages } from '@amber/client/conversationName';
import { copyText } from '@amber/client/copyText';
import { useContactRequest } from '@amber/client/useContactRequest';
import { api, engine, showToast } from '@amber/client/hostEngine';
import { paths } from '@amber/client/paths';
import type { UserInfo } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { ContactRequestDialog } from '@amber/ui/ContactRequestDialog';
import { Avatar } from '@amber/ui/Avatar';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Confirm } from '@amber/ui/Confirm';
import { IconButton } from '@amber/ui/IconButton';
import { ChatsIcon, MoreIcon, ShieldIcon } from '@amber/ui/icons';
import { LinkIcon, PersonAddIcon } from '@amber/ui/moreIcons';
import { Menu, type MenuItem } from '@amber/ui/Menu';
import { DeleteIcon, EditIcon } from '@amber/ui/messageIcons';
import { SlapIcon } from '@amber/ui/personIcons';
import { personName } from '@amber/ui/personName';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { words } from '../words/gen/profile.ts';
import { RemarkDialog } from './RemarkDialog.tsx';
import { sendSlap } from './sendSlap.ts';
import type { Relationship } from './useRelationship.ts';
import styles from './Profile.module.css';

interface PersonHeaderProps {
  person: UserInfo;
  relationship: Relationship;
}

/** The dialogs that an action opens. */
type OpenDialog = 'apply' | 'remark' | 'remove' | 'block' | null;

/** Returns what the person is to me. */
function noteOf({ kind }: UserInfo, { isMe, contact, requester }: Relationship): string {
  if (kind === 'bot') return words.isBot;
  if (isMe) return words.isMe;
  if (contact === 'black') return words.isBlocked;
  if (contact === 'normal') return words.isContact;
  return requester ? { them: words.asksMe, me: words.asked }[requester] : '';
}

/** My remark is shown before the person's own name. */
export function PersonHeader({ person, relationship }: PersonHeaderProps) {
  const { identifier, avatar, bio } = person;
  const lastName = personName(person.lastName);
  const { isMe, contact, remarkName, requester } = relationship;
  const navigate = useNavigate();
  const [busy, act] = useAction();
  const [, confirm] = useAction();
  const [asking, ask] = useContactRequest();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const name = remarkName || lastName || words.someone;
  const close = () => setDialog(null);

  const openChat = () =>
    act(async () => {
      const { conversationId } = await engine.openPrivateChat({ identifier });
      navigate(paths.chat({ cid: conversationId }));
    });
  const slap = () =>
    act(async () => {
      if (!(await sendSlap(identifier)).refused) showToast('success', words.slapped({ name }));
    });
  const operate = (operate: 'agree' | 'refuse') =>
    act(() => api.contact.contactApplyOperate({ fromIdentifier: identifier, operate }));

  const isBlocked = contact === 'black';
  const items: MenuItem[] = [
    { key: 'remark', label: words.remark, Icon: EditIcon, onSelect: () => setDialog('remark') },
    {
      key: 'link',
      label: words.copyLink,
      Icon: LinkIcon,
      onSelect: () => void copyText(`${location.origin}${limits.basePath}${paths.profile({ identifier })}`),
    },
    ...(contact === 'normal'
      ? [{ key: 'remove', label: words.remove, Icon: DeleteIcon, danger: true, onSelect: () => setDialog('remove') }]
      : []),
    ...(isBlocked
      ? []
      : [{ key: 'block', label: words.block, Icon: ShieldIcon, danger: true, onSelect: () => setDialog('block') }]),
  ];
  const isBot = person.kind === 'bot';
  const isPerson = !isMe && !isBot;
  const note = noteOf(person, relationship);

  return (
    <header className={styles.head}>
      <Avatar identifier={identifier} name={name} src={avatar} size={96} />
      <div className={styles.who}>
        <h1 className={styles.name} dir="auto">
          {name}
        </h1>
        {remarkName && remarkName !== lastName && <p className={styles.note}>{words.ownName({ name: lastName })}</p>}
        {note && <p className={styles.note}>{note}</p>}
        {bio && <p className={styles.bio}>{bio}</p>}
        <div className={styles.actions}>
          {isMe && (
            <>
              <ButtonLink variant="primary" to={paths.settings({ section: 'profile' })}>
                {words.edit}
              </ButtonLink>
              <ButtonLink to={paths.settings({ section: 'qr' })}>{words.qr}</ButtonLink>
              <Button busy={busy} onClick={() => void openChat()}>
                {savedMessages.name}
              </Button>
            </>
          )}
          {!isMe && isBlocked && (
            <Button variant="primary" busy={busy} onClick={() => void act(() => api.contact.unblock({ identifier }))}>
              {words.unblock}
            </Button>
          )}
          {isBot && (
            <ButtonLink variant="primary" to={paths.bot({ cid: identifier })}>
              {words.message}
            </ButtonLink>
          )}
          {isPerson && !isBlocked && (
            <>
              <Button variant="primary" busy={busy} onClick={() => void openChat()}>
                <ChatsIcon />
                {words.message}
              </Button>
              <Button busy={busy} onClick={() => void slap()}>
                <SlapIcon />
                {words.slap}
              </Button>
            </>
          )}
          {!isMe && contact === 'delete' && requester === 'them' && (
            <>
              <Button busy={busy} onClick={() => void operate('agree')}>
                {words.accept}
              </Button>
              <Button variant="quiet" busy={busy} onClick={() => void operate('refuse')}>
                {words.decline}
              </Button>
            </>
          )}
          {isPerson && contact === 'delete' && requester === null && (
            <Button onClick={() => setDialog('apply')}>
              <PersonAddIcon />
              {words.add}
            </Button>
          )}
          {isPerson && <Menu trigger={<IconButton label={words.more} Icon={MoreIcon} />} items={items} align="start" />}
        </div>
      </div>
      {dialog === 'apply' && (
        <ContactRequestDialog
          name={name}
          busy={asking}
          onClose={close}
          onSend={(message) => ask({ identifier, name }, message)}
        />
      )}
      {dialog === 'remark' && (
        <RemarkDialog identifier={identifier} name={lastName || words.someone} remark={remarkName} onClose={close} />
      )}
      {dialog === 'remove' && (
        <Confirm
          open
          title={words.removeTitle({ name })}
          text={words.removeText({ name })}
          action={words.remove}
          onCancel={close}
          onConfirm={() => confirm(() => api.contact.delete({ identifier }))}
        />
      )}
      {dialog === 'block' && (
        <Confirm
          open
          title={words.blockTitle({ name })}
          text={words.blockText({ name })}
          action={words.block}
          onCancel={close}
          onConfirm={() => confirm(() => api.contact.block({ identifier }))}
        />
      )}
    </header>
  );
}
