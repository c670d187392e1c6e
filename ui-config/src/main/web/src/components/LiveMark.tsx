// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import classes from './LiveMark.module.css';
import { usePushState } from './usePushed';

/** Says whether the values of the page are renewed by themselves. */
export function LiveMark() {
  const { t } = useTranslation();
  const state = usePushState();
  return (
    <span
      className={classes.mark}
      data-state={state}
      role="status"
      title={state === 'live' ? t('live.liveHelp') : state === 'down' ? t('live.downHelp') : ''}
    >
      <span className={classes.dot} aria-hidden="true" />
      {t(`live.${state}`)}
    </span>
  );
}
