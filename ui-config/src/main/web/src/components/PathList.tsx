// SPDX-License-Identifier: Apache-2.0
import { Anchor, Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Hop } from '../api/paths';
import { durationText } from '../model/duration';
import classes from './PathList.module.css';

interface PathListProps {
  /** The hops of each branch. Branches share their first hops. */
  readonly branches: readonly (readonly Hop[])[];
}

/** The way of an attempt: for each branch the nodes that it passed, with the label by which it left, and the duration. */
export function PathList({ branches }: PathListProps) {
  const { t } = useTranslation();
  if (branches.every((hops) => hops.length === 0)) {
    return (
      <Text size="sm" c="dimmed">
        {t('paths.none')}
      </Text>
    );
  }
  return branches.map((hops, index) => (
    // Branches have no identity of their own, and never change.
    <section key={index} aria-label={t('paths.branch', { number: index + 1 })}>
      {branches.length > 1 && (
        <h3 className={classes.branch}>{t('paths.branch', { number: index + 1 })}</h3>
      )}
      <ol className={classes.hops}>
        {hops.map((hop, place) => (
          <HopLine key={place} hop={hop} showChain={isOtherChain(hop, hops[place - 1])} />
        ))}
      </ol>
    </section>
  ));
}

function isOtherChain(hop: Hop, before: Hop | undefined): boolean {
  return hop.ruleChainId.id !== before?.ruleChainId.id;
}

function HopLine({ hop, showChain }: { readonly hop: Hop; readonly showChain: boolean }) {
  const { t } = useTranslation();
  const { ruleChainId, ruleChainName, ruleNodeId, ruleNodeName, label, micros } = hop;
  return (
    <li>
      {showChain && (
        <div className={classes.hopChain}>
          {t('paths.chain', {
            chain: ruleChainName ?? `${ruleChainId.id.slice(0, 8)} …`,
          })}
        </div>
      )}
      <div className={classes.hop}>
        <Anchor
          component={Link}
          to={`/rule-chains/${ruleChainId.id}?node=${ruleNodeId.id}`}
          size="sm"
        >
          {ruleNodeName ?? t('paths.unnamed')}
        </Anchor>
        <Badge variant="default" tt="none" fw={500}>
          {label}
        </Badge>
        <span className={classes.duration}>{durationText(micros)}</span>
      </div>
    </li>
  );
}
