// SPDX-License-Identifier: Apache-2.0
import { Code } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isMissingType } from '../../model/chain/finding';
import { sectionsOf, type ReportedFault } from '../../model/chain/findings';
import classes from './FindingSections.module.css';

interface FindingSectionsProps<T extends ReportedFault> {
  readonly findings: readonly T[];
  /** The node of a finding, as something to click. */
  readonly place: (finding: T) => ReactNode;
}

/** Findings by topic; equal ones of several nodes are one line with all these nodes. */
export function FindingSections<T extends ReportedFault>({
  findings,
  place,
}: FindingSectionsProps<T>) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      {sectionsOf(findings).map(({ topic, groups }) => (
        <section key={topic} className={classes.section} aria-labelledby={`${id}-${topic}`}>
          <h3 id={`${id}-${topic}`} className={classes.topic}>
            {t(`findings.topic.${topic}`)}
          </h3>
          <ul className={classes.lines}>
            {groups.map(({ message, findings: equal }) => (
              <li key={message}>
                <div>{textOf(equal[0]) ?? message}</div>
                <ul className={classes.places}>
                  {equal.map((finding, index) => (
                    <li key={index}>{place(finding)}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** The type of an unknown node: the heading says the rest. */
function textOf(finding: ReportedFault | undefined): ReactNode {
  return finding?.subject !== undefined && isMissingType(finding) ? (
    <Code>{finding.subject}</Code>
  ) : undefined;
}
