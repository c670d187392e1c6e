// SPDX-License-Identifier: Apache-2.0
import { Alert } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Notice } from './notice';

interface NoticeNoteProps {
  readonly notice: Notice;
  readonly onClose: () => void;
}

/** Says what happened to letters. */
export function NoticeNote({ notice, onClose }: NoticeNoteProps) {
  const { t } = useTranslation();
  const lines = linesOf(notice, t);
  const { matched } = notice.result;
  const done = notice.kind === 'resent' ? notice.result.resent : notice.result.deleted;
  return (
    <Alert
      role="status"
      variant="light"
      py="xs"
      color={matched > 0 && done === matched ? 'teal' : 'yellow'}
      withCloseButton
      closeButtonLabel={t('deadLetters.dismiss')}
      onClose={onClose}
    >
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  );
}

function linesOf(notice: Notice, t: TFunction): readonly string[] {
  if (notice.result.matched === 0) {
    return [t('deadLetters.result.gone')];
  }
  if (notice.kind === 'deleted') {
    const { deleted, busy, left } = notice.result;
    return [
      ...(deleted > 0 ? [t('deadLetters.result.deleted', { count: deleted })] : []),
      ...(busy > 0 ? [t('deadLetters.result.busy', { count: busy })] : []),
      ...(left > 0 ? [t('deadLetters.result.left', { count: left })] : []),
    ];
  }
  const { resent, pending, busy, refused, unreadable } = notice.result;
  if (notice.repaired === true && resent > 0) {
    return [t('deadLetters.result.repaired')];
  }
  return [
    ...(resent > 0 ? [t('deadLetters.result.resent', { count: resent })] : []),
    ...(pending > 0 ? [t('deadLetters.result.pending', { count: pending })] : []),
    ...(busy > 0 ? [t('deadLetters.result.busy', { count: busy })] : []),
    ...(refused > 0 ? [t('deadLetters.result.refused', { count: refused })] : []),
    ...(unreadable > 0 ? [t('deadLetters.result.unreadable', { count: unreadable })] : []),
  ];
}
