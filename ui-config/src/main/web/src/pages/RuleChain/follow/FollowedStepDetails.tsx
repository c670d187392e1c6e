// SPDX-License-Identifier: Apache-2.0
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Content, Delivery } from '../../../api/paths';
import { WatchControl } from '../../../components/message/WatchControl';
import { errorOf, wayIn, type FollowedStep } from '../../../model/path';
import { MessageDiff } from '../test/MessageDiff';
import steps from '../test/Steps.module.css';

interface FollowedStepDetailsProps {
  readonly step: FollowedStep;
  readonly delivery: Delivery;
  /** Whether the node is in another rule chain than the one that is drawn. */
  readonly isOtherChain: boolean;
}

/** The message before and after a node with the differences, and the error of the node. */
export function FollowedStepDetails({ step, delivery, isOtherChain }: FollowedStepDetailsProps) {
  const { t } = useTranslation();
  const { hop, index, before, left } = step;
  const error = errorOf(step, delivery);
  const title = t('chainTest.stepTitle', {
    number: index + 1,
    name: hop.ruleNodeName ?? t('paths.unnamed'),
  });
  return (
    <section className={steps.details} aria-label={title}>
      <Text size="sm" fw={600}>
        {title} {`→ ${hop.label}`}
      </Text>
      {isOtherChain && (
        <Anchor component={Link} size="sm" to={wayIn(hop.ruleChainId.id, delivery)}>
          {t('paths.inChain', { chain: hop.ruleChainName ?? hop.ruleChainId.id })}
        </Anchor>
      )}
      {error !== undefined && (
        <Alert color="red" variant="light" py={6}>
          {error}
        </Alert>
      )}
      {before === undefined ? (
        <NotKept step={step} delivery={delivery} />
      ) : (
        <>
          {hop.unchanged === true && error === undefined && (
            <Text size="sm">{t('paths.unchanged')}</Text>
          )}
          {left === undefined && <Text size="sm">{t('paths.noOutput')}</Text>}
          <Changed before={before} left={left} unchanged={hop.unchanged === true} />
        </>
      )}
    </section>
  );
}

interface ChangedProps {
  readonly before: Content;
  readonly left: Content | undefined;
  readonly unchanged: boolean;
}

function Changed({ before, left = before, unchanged }: ChangedProps) {
  const { t } = useTranslation();
  const shown = { msgType: before.type, data: before.data, metadata: before.metadata };
  const after =
    unchanged || left === before
      ? shown
      : { msgType: left.type, data: left.data, metadata: left.metadata };
  return (
    <>
      <MessageDiff
        title={t(after === shown ? 'chainTest.input' : 'chainTest.output')}
        before={shown}
        after={after}
      />
      {(before.truncated || left.truncated) && (
        <Text size="xs" c="dimmed">
          {t('paths.truncated')}
        </Text>
      )}
    </>
  );
}

/** Why the contents are not there, and what to do to have those of the next messages. */
function NotKept({ step, delivery }: Pick<FollowedStepDetailsProps, 'step' | 'delivery'>) {
  const { t } = useTranslation();
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm">{t(delivery.reasons.length === 0 ? 'paths.notKept' : 'paths.tooMany')}</Text>
      {delivery.reasons.length === 0 && <WatchControl entityType="RULE_NODE" id={step.nodeId.id} />}
    </Stack>
  );
}
