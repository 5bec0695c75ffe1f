// The head of a profile: who it is, and the actions.
import { useAct } from '@amber/client/act';
import { copyText } from '@amber/client/copyText';
import { useAskContact } from '@amber/client/askContact';
import { api, engine, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import type { UserInfo } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { AskDialog } from '@amber/ui/AskDialog';
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
import type { Standing } from './useStanding.ts';
import styles from './Profile.module.css';

interface PersonHeadProps {
  person: UserInfo;
  standing: Standing;
}

/** The dialogs that an action opens. */
type Question = 'apply' | 'remark' | 'remove' | 'block' | null;

/** The head of the page; the remark goes before the name. */
export function PersonHead({ person, standing }: PersonHeadProps) {
  const { identifier, avatar, bio } = person;
  const lastName = personName(person.lastName);
  const { isMe, contact, remarkName, waits } = standing;
  const navigate = useNavigate();
  const [busy, act] = useAct();
  const [, confirm] = useAct();
  const [asking, ask] = useAskContact();
  const [question, setQuestion] = useState<Question>(null);
  const name = remarkName || lastName || words.someone;
  const close = () => setQuestion(null);

  const write = () =>
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

  const items: MenuItem[] = [
    { key: 'remark', label: words.remark, Icon: EditIcon, onSelect: () => setQuestion('remark') },
    {
      key: 'link',
      label: words.copyLink,
      Icon: LinkIcon,
      onSelect: () => void copyText(`${location.origin}${limits.basePath}${paths.profile({ identifier })}`),
    },
    ...(contact === 'normal'
      ? [{ key: 'remove', label: words.remove, Icon: DeleteIcon, danger: true, onSelect: () => setQuestion('remove') }]
      : []),
    ...(contact === 'black'
      ? []
      : [{ key: 'block', label: words.block, Icon: ShieldIcon, danger: true, onSelect: () => setQuestion('block') }]),
  ];
  const isBot = person.kind === 'bot';
  const isPerson = !isMe && !isBot;
  const note = isBot
    ? words.isBot
    : isMe
      ? words.isMe
      : contact === 'black'
        ? words.isBlocked
        : contact === 'normal'
          ? words.isContact
          : waits === 'them'
            ? words.asksMe
            : waits === 'me'
              ? words.asked
              : '';

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
            <ButtonLink look="primary" to={paths.settings({ section: 'profile' })}>
              {words.edit}
            </ButtonLink>
          )}
          {isMe && <ButtonLink to={paths.settings({ section: 'qr' })}>{words.qr}</ButtonLink>}
          {!isMe && contact === 'black' && (
            <Button look="primary" busy={busy} onClick={() => void act(() => api.contact.unblock({ identifier }))}>
              {words.unblock}
            </Button>
          )}
          {isBot && (
            <ButtonLink look="primary" to={paths.bot({ cid: identifier })}>
              {words.message}
            </ButtonLink>
          )}
          {isPerson && contact !== 'black' && (
            <Button look="primary" busy={busy} onClick={() => void write()}>
              <ChatsIcon />
              {words.message}
            </Button>
          )}
          {isPerson && contact !== 'black' && (
            <Button busy={busy} onClick={() => void slap()}>
              <SlapIcon />
              {words.slap}
            </Button>
          )}
          {!isMe && contact === 'delete' && waits === 'them' && (
            <Button busy={busy} onClick={() => void operate('agree')}>
              {words.accept}
            </Button>
          )}
          {!isMe && contact === 'delete' && waits === 'them' && (
            <Button look="quiet" busy={busy} onClick={() => void operate('refuse')}>
              {words.decline}
            </Button>
          )}
          {isPerson && contact === 'delete' && waits === null && (
            <Button onClick={() => setQuestion('apply')}>
              <PersonAddIcon />
              {words.add}
            </Button>
          )}
          {isPerson && <Menu trigger={<IconButton label={words.more} Icon={MoreIcon} />} items={items} align="start" />}
        </div>
      </div>
      {question === 'apply' && (
        <AskDialog
          name={name}
          maxLength={limits.applyMessageMax}
          busy={asking}
          onClose={close}
          onAsk={(message) => ask({ identifier, name }, message)}
        />
      )}
      {question === 'remark' && (
        <RemarkDialog identifier={identifier} name={lastName || words.someone} remark={remarkName} onClose={close} />
      )}
      {question === 'remove' && (
        <Confirm
          open
          title={words.removeTitle({ name })}
          text={words.removeText({ name })}
          action={words.remove}
          onCancel={close}
          onConfirm={() => confirm(() => api.contact.delete({ identifier }))}
        />
      )}
      {question === 'block' && (
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
