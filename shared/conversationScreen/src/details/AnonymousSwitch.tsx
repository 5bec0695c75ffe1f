// The switch for writing anonymously in a group or a room.
import type { ConversationRow } from '@amber/client/db';
import { Switch } from '@amber/ui/Switch';
import { changeSetting } from '../kit/changeSetting.ts';
import { words } from '../words/gen/details.ts';

/** The switch is enabled only if the owner allows anonymous messages. */
export function AnonymousSwitch({
  conversation: { conversionId, groupSetting, userSetting },
}: {
  conversation: ConversationRow;
}) {
  const isAllowed = groupSetting?.supportAnonymous ?? false;
  return (
    <Switch
      label={words.anonymous}
      hint={isAllowed ? words.anonymousHint : words.anonymousOff}
      checked={isAllowed && (userSetting?.anonymous ?? false)}
      disabled={!isAllowed}
      onChange={(anonymous) => changeSetting(conversionId, { anonymous })}
    />
  );
}
