// SPDX-License-Identifier: Apache-2.0
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AlarmSeverity } from '../../api/alarms';

const COLOURS: Readonly<Record<AlarmSeverity, string>> = {
  CRITICAL: 'red',
  MAJOR: 'orange',
  MINOR: 'yellow',
  WARNING: 'blue',
  INDETERMINATE: 'gray',
};

/** How severe an alarm is, by its word; the colour of the mark repeats it. */
export function SeverityBadge({ severity }: { readonly severity: AlarmSeverity }) {
  const { t } = useTranslation();
  return (
    <Badge
      variant="dot"
      size="md"
      tt="none"
      color={COLOURS[severity]}
      c="var(--mantine-color-text)"
      styles={{ label: { overflow: 'visible' } }}
    >
      {t(`alarms.severities.${severity}`)}
    </Badge>
  );
}
