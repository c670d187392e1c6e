// SPDX-License-Identifier: Apache-2.0
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Alarm } from '../../api/alarms';

/** The name that the server gives to an originator that no longer exists. */
const DELETED = 'Deleted';

/** The name of an alarm's originator; that of a device leads to its page. */
export function OriginatorName({ alarm }: { readonly alarm: Alarm }) {
  const { t } = useTranslation();
  const { originator, originatorName } = alarm;
  if (originatorName === DELETED) {
    return (
      <Text span size="sm" c="dimmed" title={`${originator.entityType} ${originator.id}`}>
        {t('alarms.originatorGone')}
      </Text>
    );
  }
  if (originator.entityType === 'DEVICE') {
    return (
      <Anchor component={Link} to={`/devices/${originator.id}`} size="sm">
        {originatorName}
      </Anchor>
    );
  }
  return (
    <Text span size="sm" title={`${originator.entityType} ${originator.id}`}>
      {originatorName}
    </Text>
  );
}
