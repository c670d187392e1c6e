// SPDX-License-Identifier: Apache-2.0
import { Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../../api/paths';
import { durationText } from '../../../model/duration';
import { errorOf, firstShown, stepsOf, type FollowedStep } from '../../../model/path';
import { useChain, useEditing } from '../chainContext';
import steps from '../test/Steps.module.css';
import classes from './FollowedMessage.module.css';
import { FollowedStepDetails } from './FollowedStepDetails';

interface FollowedStepsProps {
  readonly delivery: Delivery;
  readonly chainId: string;
}

/** The steps of a delivery, and what one of them did. A node that is selected on the canvas shows its step. */
export function FollowedSteps({ delivery, chainId }: FollowedStepsProps) {
  const { t } = useTranslation();
  const { store, commands } = useEditing();
  const list = useMemo(() => stepsOf(delivery), [delivery]);
  const [chosen, choose] = useState<number>();
  const shown = chosen ?? firstShown(list, delivery.error?.ruleNodeId?.id);
  const selected = useChain(({ selection }) =>
    selection.nodes.size === 1 ? [...selection.nodes][0] : undefined,
  );
  const [follows, setFollows] = useState<string>();
  if (selected !== follows) {
    setFollows(selected);
    const index = list.findIndex(({ nodeId }) => nodeId.id === selected);
    if (index >= 0 && list[shown]?.nodeId.id !== selected) {
      choose(index);
    }
  }
  const select = ({ index, nodeId }: FollowedStep) => {
    choose(index);
    if (store.getState().history.present.nodes.has(nodeId.id)) {
      commands.selectNode(nodeId.id);
    }
  };
  const step = list[shown];
  return step === undefined ? (
    <Text size="sm" c="dimmed" className={classes.body ?? ''}>
      {delivery.error?.message ?? t('paths.none')}
    </Text>
  ) : (
    <div className={classes.body}>
      <div className={steps.columns}>
        <ol className={steps.list} aria-label={t('paths.steps')}>
          {list.map((each) => (
            <li key={each.index}>
              <button
                type="button"
                className={steps.step}
                aria-current={each.index === shown ? 'step' : undefined}
                data-failed={errorOf(each, delivery) !== undefined || undefined}
                onClick={() => select(each)}
              >
                <span className={steps.number}>{each.index + 1}</span>
                <span className={steps.node}>
                  {each.hop.ruleNodeName ?? t('paths.unnamed')}
                  {each.ruleChainId.id !== chainId && (
                    <span className={steps.aside}> {t('chainTest.otherChain')}</span>
                  )}
                </span>
                <span className={steps.leaves}>{each.hop.label}</span>
                <span className={steps.aside}>{durationText(each.hop.micros)}</span>
              </button>
            </li>
          ))}
          {delivery.hopsNotKept > 0 && (
            <li className={steps.aside}>
              {t('paths.hopsNotKept', { count: delivery.hopsNotKept })}
            </li>
          )}
        </ol>
        <FollowedStepDetails
          key={step.index}
          step={step}
          delivery={delivery}
          isOtherChain={step.ruleChainId.id !== chainId}
        />
      </div>
    </div>
  );
}
