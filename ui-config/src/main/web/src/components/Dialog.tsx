// SPDX-License-Identifier: Apache-2.0
import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly size?: ModalProps['size'];
  readonly children: ReactNode;
}

/** A dialog that is open as long as it is rendered. */
export function Dialog({ title, onClose, size = 'md', children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      styles={{ title: { fontWeight: 650, overflowWrap: 'anywhere' } }}
    >
      {children}
    </Modal>
  );
}
