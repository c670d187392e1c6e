// SPDX-License-Identifier: Apache-2.0
import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CrossIcon } from '../../../components/nodeform/icons';

interface DeleteButtonProps {
  /** What is deleted. */
  readonly name: string;
  readonly onDelete: () => void;
}

export function DeleteButton({ name, onDelete }: DeleteButtonProps) {
  const { t } = useTranslation();
  const label = t('alarmRules.deleteOf', { name });
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onDelete}>
      <CrossIcon />
    </ActionIcon>
  );
}
