// SPDX-License-Identifier: Apache-2.0
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AlarmSeverity } from '../../api/alarms';
import { SEVERITY_COLOURS } from './severityColours';

/** How severe an alarm is, by its word; the colour of the mark repeats it. */
export function SeverityBadge({ severity }: { readonly severity: AlarmSeverity }) {
  const { t } = useTranslation();
  return (
    <Badge
      variant="dot"
      size="md"
      tt="none"
      color={SEVERITY_COLOURS[severity]}
      c="var(--mantine-color-text)"
      styles={{ label: { overflow: 'visible' } }}
    >
      {t(`alarms.severities.${severity}`)}
    </Badge>
  );
}
