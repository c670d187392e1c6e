// SPDX-License-Identifier: Apache-2.0
import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Dialog.module.css';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly size?: ModalProps['size'];
  /** Whether a click beside the dialog leaves it open: for long forms, whose contents would be lost. */
  readonly staysOpen?: boolean;
  readonly children: ReactNode;
}

/** A dialog that is open as long as it is rendered. */
export function Dialog({ title, onClose, size = 'md', staysOpen = false, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened onClose={onClose} size={size} closeOnClickOutside={!staysOpen}>
      <Modal.Overlay />
      <Modal.Content>
        {/* Mantine's <header> would be a second banner of the page. */}
        <Modal.Header role="none">
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('common.close')} />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
