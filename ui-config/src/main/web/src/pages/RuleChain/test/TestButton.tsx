// SPDX-License-Identifier: Apache-2.0
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PlayIcon } from '../../../components/nodeform/icons';
import { useTest, useTesting } from './testContext';

export const TEST_BUTTON_ID = 'rule-chain-test';

/** Shows or hides the test panel. */
export function TestButton() {
  const { t } = useTranslation();
  const { store } = useTesting();
  const open = useTest((state) => state.open);
  return (
    <Button
      id={TEST_BUTTON_ID}
      variant={open ? 'light' : 'default'}
      size="xs"
      leftSection={<PlayIcon />}
      title={`${t('chainTest.open')} (R)`}
      aria-expanded={open}
      onClick={store.getState().toggle}
    >
      {t('chainTest.title')}
    </Button>
  );
}
