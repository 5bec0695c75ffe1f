// The dialog of HostActions.
import type { HostAction } from '@amber/client/hostActions';
import { otherPerson } from '@amber/client/db';
import { useLive, useRemarks } from '@amber/client/live';
import { useSession } from '@amber/client/session';
import { Confirm } from '@amber/ui/Confirm';
import { displayName } from '@amber/ui/personName';
import { words } from '../words/gen/hostActions.ts';

interface HostActionDialogProps {
  action: HostAction;
  onAnswer(agreed: boolean): void;
}

/** The name of the person whose keys the action is about, as this device knows it; a feature's text would not do. */
function usePersonName(action: HostAction, me: string): string {
  const identifier = 'identifier' in action ? action.identifier : '';
  const remarks = useRemarks();
  const live = useLive(
    async (db) =>
      (await db.contacts.get(identifier)) ??
      (await db.conversations.where('type').equals('private').toArray())
        .map((conversation) => otherPerson(conversation, me))
        .find((person) => person?.identifier === identifier),
    [identifier, me],
  );
  return (live.status === 'ready' && displayName(live.rows, remarks)) || identifier;
}

/** Grouped as the security of a chat shows it, so that it can be compared. */
const groupsOf = (safetyNumber: string): string =>
  safetyNumber.replaceAll(/\D/g, '').replaceAll(/(\d{5})(?=\d)/g, '$1 ');

/** The actions after which others may read more, or this account less. */
const weakening: ReadonlySet<HostAction['kind']> = new Set(['startOver', 'sendUnencrypted', 'stopEncrypting']);

function textOf(action: HostAction, name: string): { title: string; text: string; confirm: string } {
  switch (action.kind) {
    case 'acceptKeys':
      return { title: words.acceptKeys({ name }), text: words.acceptKeysText({ name }), confirm: words.accept };
    case 'verifyPerson':
      return {
        title: words.verifyPerson({ name }),
        text: words.verifyPersonText({ name, number: groupsOf(action.safetyNumber) }),
        confirm: words.verify,
      };
    case 'startOver':
      return { title: words.startOver, text: words.startOverText, confirm: words.startOverNow };
    case 'sendUnencrypted':
      return { title: words.sendUnencrypted, text: words.sendUnencryptedText, confirm: words.send };
    case 'stopEncrypting':
      return { title: words.stopEncrypting, text: words.stopEncryptingText, confirm: words.stop };
  }
}

/** It confirms the action itself; the caller makes the call. */
export function HostActionDialog({ action, onAnswer }: HostActionDialogProps) {
  const { title, text, confirm } = textOf(action, usePersonName(action, useSession()?.identifier ?? ''));
  return (
    <Confirm
      open
      title={title}
      text={text}
      action={confirm}
      variant={weakening.has(action.kind) ? 'danger' : 'primary'}
      onCancel={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    />
  );
}
