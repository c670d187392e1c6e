// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import type { NodeId } from '../../../model/chain/document';
import { durationText } from '../../../model/duration';
import classes from './Passage.module.css';
import { usePassage } from './testContext';

/** What the message did at a node: the numbers of its steps, and the time. The style sheet draws the node accordingly. */
export function NodePassage({ id }: { readonly id: NodeId }) {
  const { t } = useTranslation();
  const passage = usePassage(id);
  if (passage === undefined) {
    return null;
  }
  const steps = passage.steps.join(', ');
  return (
    <span className={classes.passage} data-passage={passage.state}>
      {passage.state !== 'unreached' && (
        <span
          className={classes.steps}
          role="img"
          aria-label={t(passage.state === 'failed' ? 'chainTest.failedAt' : 'chainTest.passedAt', {
            steps,
          })}
        >
          {steps === '' ? '!' : steps}
        </span>
      )}
      {passage.micros !== undefined && (
        <span className={classes.duration}>{durationText(passage.micros)}</span>
      )}
    </span>
  );
}
