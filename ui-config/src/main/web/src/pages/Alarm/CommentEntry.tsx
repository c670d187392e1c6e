// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SEVERITIES, type AlarmComment } from '../../api/alarms';
import { exactTime } from '../../model/time';

const USER_EVENTS = ['ACK', 'CLEAR', 'ASSIGN', 'UNASSIGN'] as const;

/** An entry of the history of an alarm. */
export function CommentEntry({ comment }: { readonly comment: AlarmComment }) {
  const { t } = useTranslation();
  const text = useCommentText(comment);
  const author = comment.type === 'SYSTEM' ? t('alarms.bySystem') : comment.email;
  return (
    <li>
      <Text size="xs" c="dimmed">
        {author ?? t('alarms.byDeleted')} · {exactTime(comment.createdTime)}
      </Text>
      <Text size="sm" {...(comment.type === 'SYSTEM' ? { c: 'dimmed' } : {})}>
        {text}
      </Text>
    </li>
  );
}

/** The text of a comment; that of an event in the language of the user. */
function useCommentText({ type, comment }: AlarmComment): string {
  const { t } = useTranslation();
  const content = comment as Readonly<Record<string, unknown>>;
  const part = (name: string) => String(content[name] ?? '');
  if (type === 'SYSTEM') {
    const severity = (name: string) => {
      const known = SEVERITIES.find((each) => each === content[name]);
      return known === undefined ? part(name) : t(`alarms.severities.${known}`);
    };
    const event = USER_EVENTS.find((each) => each === content.subtype);
    if (event !== undefined) {
      return t(`alarms.event.${event}`, {
        user: part('userEmail'),
        assignee: part('assigneeEmail'),
      });
    }
    if (content.subtype === 'SEVERITY_CHANGED') {
      return t('alarms.event.SEVERITY_CHANGED', {
        from: severity('oldSeverity'),
        to: severity('newSeverity'),
      });
    }
  }
  return part('text');
}
