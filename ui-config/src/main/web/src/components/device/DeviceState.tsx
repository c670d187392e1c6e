// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../model/activity';
import { RelativeTime } from '../RelativeTime';
import classes from './DeviceState.module.css';

/** Whether a device is online, and when it was last active. */
export function DeviceState({ active, last }: Activity) {
  const { t } = useTranslation();
  return (
    <span className={classes.state}>
      <span
        className={classes.mark}
        data-active={active || undefined}
        title={t(active ? 'devices.onlineHelp' : 'devices.offlineHelp')}
      >
        <span className={classes.dot} aria-hidden="true" />
        {t(active ? 'devices.online' : 'devices.offline')}
      </span>
      <span className={classes.last} title={t('devices.lastActivity')}>
        {last === undefined ? t('devices.neverActive') : <RelativeTime ts={last} />}
      </span>
    </span>
  );
}
