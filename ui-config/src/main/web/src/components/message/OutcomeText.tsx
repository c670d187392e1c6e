// SPDX-License-Identifier: Apache-2.0
import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../api/paths';

interface OutcomeTextProps {
  readonly delivery: Pick<Delivery, 'outcome' | 'error' | 'reasons'>;
}

/** How a delivery ended, why it is kept, and its error in one line. */
export function OutcomeText({ delivery: { outcome, error, reasons } }: OutcomeTextProps) {
  const { t } = useTranslation();
  return (
    <>
      <Group gap={6}>
        <Text size="sm" span>
          {t(`paths.outcomes.${outcome}`)}
        </Text>
        {reasons.map((reason) => (
          <Badge
            key={reason}
            size="sm"
            tt="none"
            variant="outline"
            c={reason === 'FAILED' ? 'var(--error-text)' : 'var(--mantine-color-text)'}
            color={reason === 'FAILED' ? 'red' : 'gray'}
          >
            {t(`paths.reasons.${reason}`)}
          </Badge>
        ))}
      </Group>
      {error != null && (
        <Text size="xs" c="var(--error-text)" lineClamp={1} title={error.message}>
          {error.ruleNodeName == null ? error.message : `${error.ruleNodeName}: ${error.message}`}
        </Text>
      )}
    </>
  );
}
