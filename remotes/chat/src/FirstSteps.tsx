// What somebody without a chat can do first.
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { useAction } from '@amber/client/useAction';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { PersonIcon } from '@amber/ui/icons';
import { AiIcon, SpacesIcon } from '@amber/ui/moreIcons';
import type { ComponentType, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { words } from './words/gen/firstSteps.ts';
import styles from './FirstSteps.module.css';

export interface FirstStepsProps {
  /** Moves the focus to the search for people. */
  onFindPeople(): void;
}

/** Renders three cards, each with its own actions. */
export function FirstSteps({ onFindPeople }: FirstStepsProps) {
  const navigate = useNavigate();
  const [busy, act] = useAction();
  const openAssistant = () =>
    void act(async () => {
      const { list } = await api.aiBot.queryAiBotList({ updateTime: 0 });
      const assistant = list.find(({ type, removed }) => type === 'assistant' && !removed);
      await navigate(assistant ? paths.bot({ cid: assistant.aiBotId }) : paths.ai());
    });
  return (
    <div className={styles.steps}>
      <div>
        <h2 className={styles.title}>{words.title}</h2>
        <p className={styles.lead}>{words.lead}</p>
      </div>
      <ul className={styles.cards}>
        <Step Icon={AiIcon} title={words.assistant} text={words.assistantText}>
          <Button variant="primary" fullWidth busy={busy} onClick={openAssistant}>
            {words.ask}
          </Button>
        </Step>
        <Step Icon={PersonIcon} title={words.people} text={words.peopleText}>
          <Button fullWidth onClick={onFindPeople}>
            {words.find}
          </Button>
          <ButtonLink fullWidth variant="quiet" to={paths.invite()}>
            {words.invite}
          </ButtonLink>
        </Step>
        <Step Icon={SpacesIcon} title={words.space} text={words.spaceText}>
          <ButtonLink fullWidth to={paths.createSpace()}>
            {words.create}
          </ButtonLink>
          <ButtonLink fullWidth variant="quiet" to={paths.discover()}>
            {words.discover}
          </ButtonLink>
        </Step>
      </ul>
    </div>
  );
}

interface StepProps {
  Icon: ComponentType;
  title: string;
  text: string;
  /** The actions. */
  children: ReactNode;
}

const Step = ({ Icon, title, text, children }: StepProps) => (
  <li className={styles.card}>
    <span className={styles.icon} aria-hidden="true">
      <Icon />
    </span>
    <h3 className={styles.name}>{title}</h3>
    <p className={styles.text}>{text}</p>
    <div className={styles.actions}>{children}</div>
  </li>
);
