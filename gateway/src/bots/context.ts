// The part of a chat that a provider gets: the last turns within a token budget, and a short summary of earlier ones.
import { readText } from '@amber/proto/bodies';
import { decode } from '@amber/proto/codec';
import type { Limits } from '@amber/proto/limits';
import { sql } from 'kysely';
import type { Db } from '../db/store.ts';
import type { ChatTurn } from './provider/provider.ts';
import { isUnprompted } from './answerTurns.ts';
import { messageText, type MissingTranscript, missingTranscript } from './messageText.ts';

/** A rough estimate, because models differ: a Chinese character is about one token, four other characters are one. */
export const countTokens = (text: string): number => {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return han + Math.ceil((text.length - han) / 4);
};

const firstSentence = (text: string): string => /^[^.!?。！？\n]{1,120}/u.exec(text.trim())?.[0].trim() ?? '';

/** The summary's share of the budget. */
const summaryShare = 0.2;

/**
 * Returns the newest turns that fit, always with the last one, and a summary that consists of the first words of the
 * person's earlier turns.
 */
export function fitToBudget(turns: readonly ChatTurn[], budget: number): { turns: ChatTurn[]; summary: string } {
  const included: ChatTurn[] = [];
  let turnTokens = budget * (1 - summaryShare);
  for (const turn of turns.toReversed()) {
    turnTokens -= countTokens(turn.text);
    if (turnTokens < 0 && included.length > 0) break;
    included.unshift(turn);
  }
  const lines: string[] = [];
  let summaryTokens = budget * summaryShare;
  for (const turn of turns.slice(0, turns.length - included.length).toReversed()) {
    const line = turn.by === 'person' ? firstSentence(turn.text) : '';
    summaryTokens -= countTokens(line);
    if (summaryTokens < 0) break;
    if (line) lines.unshift(`- ${line}`);
  }
  return { turns: included, summary: lines.join('\n') };
}

interface MessageRow {
  id: string;
  sender: string;
  body: Buffer;
  edit: Buffer | null;
}

/**
 * Loads the chat up to this question, with its edits, or all of it for an unprompted answer. Withdrawn messages are
 * left out. `missing`: why the question has no text, if it is a voice message without one.
 */
export async function loadContext(
  db: Db,
  { conversation, bot, question }: { conversation: string; bot: string; question: string },
  limits: Limits,
): Promise<{ turns: ChatTurn[]; summary: string; missing: MissingTranscript | null }> {
  const { rows } = await sql<MessageRow>`
    select m.id, m.sender, m.body, e.body as edit from (
      select conversation, seq from message where conversation = ${conversation} and id = ${question}
      union all select id, last_seq from conversation where id = ${conversation} and ${isUnprompted({ question })}
    ) q
    join lateral (
      select * from message m where m.conversation = q.conversation and m.seq <= q.seq and m.cmd_id = ''
        and not m.withdrawn and m.body is not null order by m.seq desc limit ${limits.contextTurns}
    ) m on true
    left join lateral (
      select x.body from message x where x.conversation = m.conversation and x.target = m.id and x.cmd_id = 'edit'
        and x.sender = m.sender order by x.seq desc limit 1
    ) e on true
    order by m.seq`.execute(db);
  const turns = rows.flatMap(({ sender, body, edit }): ChatTurn[] => {
    const content = decode('Content', body);
    const text =
      (edit && readText({ type: 'text', message: decode('Content', edit).message })?.text) ?? messageText(content);
    return text.trim() === '' ? [] : [{ by: sender === bot ? 'bot' : 'person', text }];
  });
  const last = rows.at(-1);
  return {
    ...fitToBudget(turns, limits.contextTokens),
    missing: last?.id === question ? missingTranscript(decode('Content', last.body)) : null,
  };
}
